-- The database of 0023.sql as the last version before migration 0040 left it.
BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO "_sqlx_migrations" VALUES(1,'matches','2026-11-22 02:11:04',1,X'38A58F84BA0C4B60E8EB41B4E267DB8F6468A7F65702FEC28A1C4DACBFED810690F3DE0B5A895BA6183FE58DC1A3AE3F',5523338);
INSERT INTO "_sqlx_migrations" VALUES(2,'months','2026-11-22 02:11:04',1,X'EFDB4DF3E752A7149425E98A5D257430FC9B1E6D1472FD48F38365C60C85F6F6768CFC06CC294DF9FCA0D489C415F925',55101997);
INSERT INTO "_sqlx_migrations" VALUES(3,'table message','2026-11-22 02:11:04',1,X'29C7E703E428A1E3F40FB4DDD25BB6A7A7C3BD9B2FF80FA225E1F2E4FC3EBC10F235035112A595C12F58A14B19DF3AB4',5493614);
INSERT INTO "_sqlx_migrations" VALUES(4,'notices in order','2026-11-22 05:00:10',1,X'041BB4D41DD74D28821DAD3DED3A042CCAE729FB9C98738FB089A8FCBF179E5A0E3B52723D38C3A575886AD99B8B7695',3752255);
INSERT INTO "_sqlx_migrations" VALUES(5,'outages in order','2026-11-22 05:00:10',1,X'745AF9A42FA4FEAD73B0C960B7ACF804360FE258C14619184E07975E36F9E86DFCE1DE929C87A02D0A240471D6CB87E0',2973259);
INSERT INTO "_sqlx_migrations" VALUES(6,'routes','2026-11-22 05:00:10',1,X'5610F5857B61E928594E487B717F384E2D23E419F74D74A6F398B0308DC92A3E989ECF50512FD9BCCA3172512E132C6B',4443289);
INSERT INTO "_sqlx_migrations" VALUES(8,'answers','2026-11-22 05:00:10',1,X'43265E9A5F0FBD45555248397534A63909D60892A87A617D0EAA5680864B61D289B7C30569C38E6C41517ABB432628DF',7732305);
INSERT INTO "_sqlx_migrations" VALUES(10,'audience','2026-11-22 05:00:10',1,X'9652912D970FCA9090DF2E83EB939BA6FBC329499B272102C5C87CAB1090DE78C5F9AD1D051EC1EFE4E5645A73E0E8E7',1240696);
INSERT INTO "_sqlx_migrations" VALUES(11,'usage','2026-11-22 05:00:10',1,X'BF3D32F8CDFCCF4B5CBB99E7F082FD92C461C1F499840BB08F55276F2C72E6706675BC912C2EFA8232AE50D9BB05CA7B',1185859);
INSERT INTO "_sqlx_migrations" VALUES(12,'answered','2026-11-22 05:00:10',1,X'68DBB0B3AD7D2B67FAF310318766430691C9BC3CEF26AA6BA404CA66396640FFB53FC3D7FDC40F686D4F355EC997FE61',940704);
INSERT INTO "_sqlx_migrations" VALUES(13,'former plans','2026-11-22 05:00:10',1,X'3C308FF9A8781C7F2EAAB3FFC9F1C5657834075294CE8772C8312B90D218489409927E8EF5B5D9DA5396141502C6441D',4037051);
INSERT INTO "_sqlx_migrations" VALUES(14,'privacy and moderation','2026-11-22 05:00:10',1,X'6362142258D2ED24193260FC1121093C5DDB730233B5678177CDEFDA5BEDD4147851055F569DAD6C3B2E162C6128B10B',646149);
INSERT INTO "_sqlx_migrations" VALUES(15,'indexes','2026-11-22 05:00:10',1,X'6E314E84AC914A01DE25817B7D405B916D64ECF606E6D2C04E6617918D06B9C260586D30090027F15F508EFD946A0D90',3121857);
INSERT INTO "_sqlx_migrations" VALUES(16,'counters','2026-11-22 07:30:00',1,X'A9AD790C4DC4D8C0C53939BB736B71E6920E60EB1CFC3BC53346891C4A3F42D42AADCAF8083677487DAA95975B72D428',1000000);
INSERT INTO "_sqlx_migrations" VALUES(17,'untold','2026-11-22 07:30:00',1,X'83A8240A95E945664D1530C88E3B5C42098CB609C9EC0995665DAB0589B52C63E4C77941DBF335A4088D526EEB12248C',1000000);
INSERT INTO "_sqlx_migrations" VALUES(20,'machine','2026-11-22 07:30:00',1,X'B8126CD49AFF465E72FB1769ECD0E67072C4757CBC02329A2CB5123A0FF04414D73D3D0CF9BCF6EDF450EB1BDCA3D83C',1000000);
INSERT INTO "_sqlx_migrations" VALUES(23,'lessons and puzzles','2026-11-22 07:30:00',1,X'13EF40DA10A15C26136B3F9CF4AA4C9E02BEEE4DE8F7FDE2A6C428AC8EA13D6F831B19A5FF5B30FE032BCAD7BFB91D87',1000000);
INSERT INTO "_sqlx_migrations" VALUES(24,'open seats','2026-11-22 20:00:00',1,X'DDFC59F846317B58C0E25E7F781A2564751ACF9B497ACCCFD524903EC036F0F008DF34544879D92E92EAE261371F3E52',1000000);
INSERT INTO "_sqlx_migrations" VALUES(25,'bulletins','2026-11-22 20:00:00',1,X'A776186195A7375BF741F09C73A15EFF6701101B769416BC6B690AEF528B2D3AC0AAD9508AB9015A283524CAD8660C35',1000000);
INSERT INTO "_sqlx_migrations" VALUES(28,'bands','2026-11-22 20:00:00',1,X'A88127D8FE7CB1EA1B3078BBCD2AB80ECCD1429CD81FAD7540A9737C221DD78F3D5FCE8E0307A74A908C5216964076A8',1000000);
INSERT INTO "_sqlx_migrations" VALUES(30,'daily puzzles','2026-11-22 20:00:00',1,X'339F38A2D102AD4DC104B597734BEFDAB92875A03B00D752270ABAA568B32255710E44E35DBCAB3630AF08459DC1B829',1000000);
INSERT INTO "_sqlx_migrations" VALUES(32,'outages in pieces','2026-11-22 20:00:00',1,X'318176F075EC675747F2EF39D2A2586C1B7C81ADAF44457371AF4632DC39B4146E804AA4E6925D605CF4F7154E17CE2A',1000000);
CREATE TABLE abandoned (
    user INTEGER NOT NULL,
    game INTEGER NOT NULL REFERENCES game (id),
    PRIMARY KEY (user, game)
) STRICT, WITHOUT ROWID;
INSERT INTO "abandoned" VALUES(101,13);
CREATE TABLE answered (
    interaction INTEGER PRIMARY KEY,
    at          INTEGER NOT NULL
) STRICT;
CREATE TABLE bar (
    guild     INTEGER NOT NULL,
    person    TEXT    NOT NULL,
    user      INTEGER,
    moderator INTEGER,
    at        INTEGER NOT NULL,
    PRIMARY KEY (guild, person)
) STRICT, WITHOUT ROWID;
CREATE TABLE beaten (
    user  INTEGER NOT NULL,
    key   TEXT    NOT NULL,
    level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 8),
    at    INTEGER NOT NULL,
    PRIMARY KEY (user, key, level)
) STRICT, WITHOUT ROWID;
INSERT INTO "beaten" VALUES(101,'abstract',1,1089450);
CREATE TABLE bulletin (
    guild   INTEGER NOT NULL,
    kind    TEXT    NOT NULL CHECK (kind IN ('results', 'digest')),
    channel INTEGER NOT NULL,
    next    INTEGER,
    PRIMARY KEY (guild, kind)
) STRICT, WITHOUT ROWID;
CREATE TABLE census (
    phase TEXT    PRIMARY KEY,
    games INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "census" VALUES('open',2);
INSERT INTO "census" VALUES('over',5);
INSERT INTO "census" VALUES('playing',8);
CREATE TABLE checkpoint (
    game     INTEGER NOT NULL REFERENCES game (id),
    ply      INTEGER NOT NULL,
    standing TEXT    NOT NULL,
    position TEXT    NOT NULL,
    digest   TEXT    NOT NULL,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
INSERT INTO "checkpoint" VALUES(6,16,'{"table":{"size":2,"ply":16,"phase":"Playing","opener":101,"guests":[],"invited":[],"tenures":[{"seat":0,"user":101,"from":5,"until":null},{"seat":1,"user":102,"from":6,"until":null}],"out":[],"turn":1,"since":1001200,"moves":9,"round":5,"mover":0,"changed":16,"terms":{"pace":{"PerMove":{"days":3}},"hard":false,"open":7},"timer":{"due":"Clock","runs":1001200,"at":1260400},"banks":[259200,259200],"away":[],"excused":[],"offered":[],"outage":0},"options":{"powers":"neto","turn":"single"}}','{"rules":1,"position":"rnbqkbnr/4pppp/8/2n1n3/8/NN6/PPPNPPPP/R2QKBNR b - 9","memory":"","history":[["32d8ff87d356cd43ed5f3cf628dcf9ba",false,0],["192c00efe6d8a1a9ced4aec116085a8f",false,1],["59e72c595d6689600352e26738b79935",false,0],["c1786c01562b8096ee0cf4c87a54194c",false,1],["fb0f751e0e58a8d706cf6588af69e8a2",false,0],["02abf7f540786819ccf99d40a824413b",false,1],["d1276af37169295e1547b62831cd9878",false,0],["720fccae167cda420461d2d2bc6328f1",false,1],["964f98e33e5b37a932e48aaeba4fd13e",false,0],["8adcad437f45e9986f22a28bbeacfc23",false,1]]}','592ab75992cc90918c61cdaf9808f50b');
INSERT INTO "checkpoint" VALUES(7,16,'{"table":{"size":2,"ply":16,"phase":"Playing","opener":101,"guests":[],"invited":[],"tenures":[{"seat":0,"user":101,"from":5,"until":null},{"seat":1,"user":102,"from":6,"until":null}],"out":[],"turn":1,"since":1001650,"moves":9,"round":5,"mover":0,"changed":16,"terms":{"pace":{"PerMove":{"days":3}},"hard":false,"open":7},"timer":{"due":"Clock","runs":1001650,"at":1260850},"banks":[259200,259200],"away":[],"excused":[],"offered":[],"outage":0},"options":{}}','{"rules":1,"position":"rrnnbbqqkkbbnnrr/rrnnbbqqkkbbnnrr/4pppppppppppp/4pppppppppppp/16/16/pppp12/pppp12/16/16/14NN/14NN/PPPPPPPPPPPPPPPP/PPPPPPPPPPPPPPPP/RRNNBBQQKKBB2RR/RRNNBBQQKKBB2RR b 1","memory":"","history":[["6f52abb684bf7c22fd9009f15e99e69d",false,0],["b7399164d48e2f2d0f8f7490896380c4",false,1],["54335fbe0a33428cf53371e80ba81855",false,0],["2db7466201797c14e6f423af69781bde",false,1],["0654e33ad1cd83fde0facc5f0a416489",false,0],["a39d0babb1da3ca0513ac16a9d1f712a",false,1],["6d28f12b7cee0278506534497f0ce9a9",false,0],["2dc014bc58c001e57e8df0eb7a67efca",false,1],["68a0fa641d89cdcbe16948a675f12049",false,0],["08c63c6fbf94dc6bb1d9907d26d780ea",false,1]]}','fa03c59234840db0f75b01af3cbad8e0');
INSERT INTO "checkpoint" VALUES(8,16,'{"table":{"size":4,"ply":16,"phase":"Playing","opener":101,"guests":[],"invited":[],"tenures":[{"seat":0,"user":101,"from":9,"until":null},{"seat":1,"user":102,"from":10,"until":null},{"seat":2,"user":103,"from":11,"until":null},{"seat":3,"user":104,"from":12,"until":null}],"out":[],"turn":3,"since":1001800,"moves":3,"round":1,"mover":2,"changed":16,"terms":{"pace":{"Bank":{"days":7,"add":1,"cap":14}},"hard":false,"open":7},"timer":{"due":"Clock","runs":1001800,"at":1606600},"banks":[691200,691150,691150,604800],"away":[],"excused":[],"offered":[],"outage":0},"options":{"array":"murray","dice":"off","mated":"conquered","stake_capture":"1","stake_check":"1","stake_entry":"0","stake_mate":"1","stakes":"off"}}','{"rules":1,"position":"gK,gR,gP>,2,wP<,wR,wK/gN,gB,gP>,2,wP<,wB,wN/gPv,5,wPv,wPv/1,gPv,6/8/rP^,rP^,rN,3,bP^,bP^/1,rB,rP>,1,bP<,1,bB,bN/rK,rR,rP>,2,bP<,bR,bK w grbw - 0","memory":"[{\"exits\":[],\"throw\":null,\"ledger\":null,\"trail\":[13,12],\"rolled\":false},[]]","history":[["d29398f9b922904436b547a6eeb4f32a",false,0],["f0fd6fc9d6b1a42cb75d7b95278896a1",false,1],["098a53b4d97fb682d02bc21b3abdcf61",false,2],["975c6cd42c8808e414b5b2c7ed4893d2",false,3]]}','592b71582a861d0a0bb6b5fd7c31cba4');
INSERT INTO "checkpoint" VALUES(9,16,'{"table":{"size":2,"ply":16,"phase":"Playing","opener":101,"guests":[],"invited":[],"tenures":[{"seat":0,"user":101,"from":5,"until":null},{"seat":1,"user":102,"from":6,"until":null}],"out":[],"turn":1,"since":1002550,"moves":9,"round":5,"mover":0,"changed":16,"terms":{"pace":{"PerMove":{"days":3}},"hard":false,"open":7},"timer":{"due":"Clock","runs":1002550,"at":1261750},"banks":[259200,259200],"away":[],"excused":[],"offered":[],"outage":0},"options":{"board":"tower","edges":"walled","pawns":"standard","planar":"area","riders":"linear","rules":"chess","seed":"0","setup":"original"}}','{"rules":1,"position":"rnmmr/ccmmn/cbkjj/nb1jj/rbbnr|ppppp/ppppp/ppppp/ppppp/ppppp|5/5/5/2c2/5|5/5/5/5/5|5/5/5/5/5|5/5/5/2C2/5|PPPPP/PPPPP/PPPPP/PPPPP/PPPPP|RNB1R/CCBBN/CBKJJ/NMMJJ/RMMNR b AA,AE,EA,EE,aa,ae,ea,ee - 9","memory":"","history":[["3b31ae2289b7faf022a503e9a3a20d95",false,0],["9c68046979f7553ae1b10e2b20b1ab10",false,1],["62fbd4ce3368f8cef15b1e11159f2de9",false,0],["7d738bc1084b3a3e0842c54cf7a5e5dc",false,1],["0319d8ecd75f683f7d97232eeae89ab5",false,0],["3123c66ad6488aa6e268de86ecec5948",false,1],["935b07dc1dde734d47840439239d78c5",false,0],["7d738bc1084b3a3e0842c54cf7a5e5dc",false,1],["0319d8ecd75f683f7d97232eeae89ab5",false,0],["3123c66ad6488aa6e268de86ecec5948",false,1]]}','05510cce84373c49c08503c5e4df9f41');
CREATE TABLE daily_puzzle (
    guild   INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    next    INTEGER NOT NULL,
    ready   INTEGER NOT NULL
) STRICT;
CREATE TABLE direct_closed (
    user  INTEGER PRIMARY KEY,
    until INTEGER NOT NULL
) STRICT;
CREATE TABLE event (
    game        INTEGER NOT NULL REFERENCES game (id),
    ply         INTEGER NOT NULL CHECK (ply > 0),
    at          INTEGER NOT NULL,
    kind        TEXT    NOT NULL,
    seat        INTEGER,
    user        INTEGER,
    text        TEXT,
    next        INTEGER,
    interaction INTEGER, outage INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
INSERT INTO "event" VALUES(1,1,1000000,'opened',0,101,NULL,NULL,1,0);
INSERT INTO "event" VALUES(1,2,1000000,'agreed',NULL,NULL,'bank:7+1/14 soft open:7',NULL,NULL,0);
INSERT INTO "event" VALUES(1,3,1000000,'invited',NULL,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(1,4,1000000,'joined',NULL,102,NULL,NULL,2,0);
INSERT INTO "event" VALUES(1,5,1000000,'seated',0,101,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(1,6,1000000,'seated',1,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(1,7,1000000,'began',NULL,NULL,NULL,0,NULL,0);
INSERT INTO "event" VALUES(1,8,1000000,'moved',0,101,'Nb1-c3',1,3,0);
INSERT INTO "event" VALUES(1,9,1000000,'moved',1,102,'Nb8-c6',0,4,0);
INSERT INTO "event" VALUES(1,10,1000000,'moved',0,101,'Nc3-b1',1,5,0);
INSERT INTO "event" VALUES(1,11,1000000,'moved',1,102,'Nc6-b8',0,6,0);
INSERT INTO "event" VALUES(1,12,1000000,'resigned',0,101,NULL,0,7,0);
INSERT INTO "event" VALUES(1,13,1000000,'ended',NULL,NULL,'won:black:resignation 0,4 2,1',NULL,NULL,0);
INSERT INTO "event" VALUES(2,1,1000000,'opened',0,101,NULL,NULL,9,0);
INSERT INTO "event" VALUES(2,2,1000000,'agreed',NULL,NULL,'move:3 soft open:7',NULL,NULL,0);
INSERT INTO "event" VALUES(2,3,1000000,'invited',NULL,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(2,4,1000000,'joined',NULL,102,NULL,NULL,10,0);
INSERT INTO "event" VALUES(2,5,1000000,'seated',0,101,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(2,6,1000000,'seated',1,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(2,7,1000000,'began',NULL,NULL,NULL,0,NULL,0);
INSERT INTO "event" VALUES(2,8,1000000,'moved',0,101,'Ng1-f3',1,11,0);
INSERT INTO "event" VALUES(2,9,1000100,'moved',1,102,'Nb8-c6',0,12,0);
INSERT INTO "event" VALUES(2,10,1000200,'moved',0,101,'Nf3-g1',1,13,0);
INSERT INTO "event" VALUES(2,11,1000300,'moved',1,102,'Nc6-b8',0,14,0);
INSERT INTO "event" VALUES(2,12,1000400,'moved',0,101,'Ng1-f3',1,15,0);
INSERT INTO "event" VALUES(2,13,1000500,'moved',1,102,'Nb8-c6',0,16,0);
INSERT INTO "event" VALUES(2,14,1000600,'moved',0,101,'Nf3-g1',1,17,0);
INSERT INTO "event" VALUES(2,15,1000700,'moved',1,102,'Nc6-b8',0,18,0);
INSERT INTO "event" VALUES(2,16,1000700,'ended',NULL,NULL,'draw:repetition 2,2 1,1',NULL,NULL,0);
INSERT INTO "event" VALUES(3,1,1000800,'opened',0,101,NULL,NULL,20,0);
INSERT INTO "event" VALUES(3,2,1000800,'agreed',NULL,NULL,'move:7 hard open:7',NULL,NULL,0);
INSERT INTO "event" VALUES(3,3,1000800,'invited',NULL,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(3,4,1000800,'joined',NULL,102,NULL,NULL,21,0);
INSERT INTO "event" VALUES(3,5,1000800,'seated',0,101,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(3,6,1000800,'seated',1,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(3,7,1000800,'began',NULL,NULL,NULL,0,NULL,0);
INSERT INTO "event" VALUES(3,8,1000800,'moved',0,101,'Ng1-f3',1,22,0);
INSERT INTO "event" VALUES(3,9,1000800,'undone',0,NULL,'7',NULL,23,0);
INSERT INTO "event" VALUES(3,10,1000800,'moved',0,101,'Nb1-c3',1,24,0);
INSERT INTO "event" VALUES(3,11,1089450,'moved',1,102,'Pa7-a6',0,1000011,1);
INSERT INTO "event" VALUES(4,1,1000800,'opened',0,103,NULL,NULL,29,0);
INSERT INTO "event" VALUES(4,2,1000800,'agreed',NULL,NULL,'bank:7+1/14 soft open:7',NULL,NULL,0);
INSERT INTO "event" VALUES(4,3,1089450,'joined',NULL,7,NULL,NULL,1000015,1);
INSERT INTO "event" VALUES(4,4,1089450,'seated',0,103,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(4,5,1089450,'seated',1,7,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(4,6,1089450,'began',NULL,NULL,NULL,0,NULL,1);
INSERT INTO "event" VALUES(4,7,1089450,'moved',0,103,'a1+b1',1,1000019,1);
INSERT INTO "event" VALUES(5,1,1000800,'opened',0,101,NULL,NULL,30,0);
INSERT INTO "event" VALUES(5,2,1000800,'agreed',NULL,NULL,'bank:7+1/14 soft open:7',NULL,NULL,0);
INSERT INTO "event" VALUES(5,3,1000800,'invited',NULL,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(5,4,1089450,'joined',NULL,102,NULL,NULL,1000022,1);
INSERT INTO "event" VALUES(5,5,1089450,'seated',0,101,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(5,6,1089450,'seated',1,102,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(5,7,1089450,'began',NULL,NULL,NULL,0,NULL,1);
INSERT INTO "event" VALUES(5,8,1089450,'moved',0,101,'a1+b1',1,1000026,1);
INSERT INTO "event" VALUES(6,1,1000800,'opened',0,101,NULL,NULL,31,0);
INSERT INTO "event" VALUES(6,2,1000800,'agreed',NULL,NULL,'move:3 soft open:7',NULL,NULL,0);
INSERT INTO "event" VALUES(6,3,1000800,'invited',NULL,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(6,4,1000800,'joined',1,102,NULL,NULL,32,0);
INSERT INTO "event" VALUES(6,5,1000800,'seated',0,101,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(6,6,1000800,'seated',1,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(6,7,1000800,'began',NULL,NULL,NULL,0,NULL,0);
INSERT INTO "event" VALUES(6,8,1000800,'moved',0,101,'Nb1-a3',1,37,0);
INSERT INTO "event" VALUES(6,9,1000850,'moved',1,102,'a7+b7',0,42,0);
INSERT INTO "event" VALUES(6,10,1000900,'moved',0,101,'c1+d2',1,47,0);
INSERT INTO "event" VALUES(6,11,1000950,'moved',1,102,'c7+d7',0,52,0);
INSERT INTO "event" VALUES(6,12,1001000,'moved',0,101,'Nc1-b3',1,57,0);
INSERT INTO "event" VALUES(6,13,1001050,'moved',1,102,'Nd7-e5',0,62,0);
INSERT INTO "event" VALUES(6,14,1001100,'moved',0,101,'Qd1-b1',1,67,0);
INSERT INTO "event" VALUES(6,15,1001150,'moved',1,102,'Nb7-c5',0,72,0);
INSERT INTO "event" VALUES(6,16,1001200,'moved',0,101,'Qb1-d1',1,77,0);
INSERT INTO "event" VALUES(6,17,1089450,'moved',1,102,'Nc5-d7',0,1000032,1);
INSERT INTO "event" VALUES(6,18,1348650,'flagged',0,NULL,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(7,1,1001250,'opened',0,101,NULL,NULL,78,0);
INSERT INTO "event" VALUES(7,2,1001250,'agreed',NULL,NULL,'move:3 soft open:7',NULL,NULL,0);
INSERT INTO "event" VALUES(7,3,1001250,'invited',NULL,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(7,4,1001250,'joined',1,102,NULL,NULL,79,0);
INSERT INTO "event" VALUES(7,5,1001250,'seated',0,101,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(7,6,1001250,'seated',1,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(7,7,1001250,'began',NULL,NULL,NULL,0,NULL,0);
INSERT INTO "event" VALUES(7,8,1001250,'moved',0,101,'g1>h3:m1,m2,n1,n2',1,84,0);
INSERT INTO "event" VALUES(7,9,1001300,'moved',1,102,'b7>b6:c13,c14,d13,d14',0,89,0);
INSERT INTO "event" VALUES(7,10,1001350,'moved',0,101,'h1>g1:o1,o2,p1,p2',1,94,0);
INSERT INTO "event" VALUES(7,11,1001400,'moved',1,102,'a7>a6:a13,a14,b13,b14',0,99,0);
INSERT INTO "event" VALUES(7,12,1001450,'moved',0,101,'g1>h1:m1,m2,n1,n2',1,104,0);
INSERT INTO "event" VALUES(7,13,1001500,'moved',1,102,'b6>b5:c11,c12,d11,d12',0,109,0);
INSERT INTO "event" VALUES(7,14,1001550,'moved',0,101,'h1>g1:o1,o2,p1,p2',1,114,0);
INSERT INTO "event" VALUES(7,15,1001600,'moved',1,102,'a6>a5:a11,a12,b11,b12',0,119,0);
INSERT INTO "event" VALUES(7,16,1001650,'moved',0,101,'g1>h1:m1,m2,n1,n2',1,124,0);
INSERT INTO "event" VALUES(7,17,1089450,'moved',1,102,'a5>a4:a10,a9,b10,b9',0,1000039,1);
INSERT INTO "event" VALUES(7,18,1348650,'flagged',0,NULL,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(8,1,1001700,'opened',0,101,NULL,NULL,125,0);
INSERT INTO "event" VALUES(8,2,1001700,'agreed',NULL,NULL,'bank:7+1/14 soft open:7',NULL,NULL,0);
INSERT INTO "event" VALUES(8,3,1001700,'invited',NULL,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(8,4,1001700,'invited',NULL,103,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(8,5,1001700,'invited',NULL,104,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(8,6,1001700,'joined',1,102,NULL,NULL,126,0);
INSERT INTO "event" VALUES(8,7,1001700,'joined',2,103,NULL,NULL,127,0);
INSERT INTO "event" VALUES(8,8,1001700,'joined',3,104,NULL,NULL,128,0);
INSERT INTO "event" VALUES(8,9,1001700,'seated',0,101,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(8,10,1001700,'seated',1,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(8,11,1001700,'seated',2,103,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(8,12,1001700,'seated',3,104,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(8,13,1001700,'began',NULL,NULL,NULL,0,NULL,0);
INSERT INTO "event" VALUES(8,14,1001700,'moved',0,101,'Pb6-b5',1,133,0);
INSERT INTO "event" VALUES(8,15,1001750,'moved',1,102,'Na2-c3',2,138,0);
INSERT INTO "event" VALUES(8,16,1001800,'moved',2,103,'Pf2-e2',3,143,0);
INSERT INTO "event" VALUES(8,17,1001850,'moved',3,104,'Ph6-h5',0,148,0);
INSERT INTO "event" VALUES(8,18,1001900,'moved',0,101,'Pa6-a5',1,153,0);
INSERT INTO "event" VALUES(8,19,1001950,'moved',1,102,'Pc1-d1',2,158,0);
INSERT INTO "event" VALUES(8,20,1002000,'moved',2,103,'Pe2-d2',3,163,0);
INSERT INTO "event" VALUES(8,21,1002050,'moved',3,104,'Pg6-g5',0,168,0);
INSERT INTO "event" VALUES(8,22,1002100,'moved',0,101,'Pb5-b4',1,173,0);
INSERT INTO "event" VALUES(8,23,1003050,'away',3,NULL,'1435050',NULL,NULL,0);
INSERT INTO "event" VALUES(8,24,1089450,'moved',1,102,'Ka1-a2',2,1000046,1);
INSERT INTO "event" VALUES(9,1,1002150,'opened',0,101,NULL,NULL,174,0);
INSERT INTO "event" VALUES(9,2,1002150,'agreed',NULL,NULL,'move:3 soft open:7',NULL,NULL,0);
INSERT INTO "event" VALUES(9,3,1002150,'invited',NULL,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(9,4,1002150,'joined',1,102,NULL,NULL,175,0);
INSERT INTO "event" VALUES(9,5,1002150,'seated',0,101,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(9,6,1002150,'seated',1,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(9,7,1002150,'began',NULL,NULL,NULL,0,NULL,0);
INSERT INTO "event" VALUES(9,8,1002150,'moved',0,101,'Cbc1-cb3',1,182,0);
INSERT INTO "event" VALUES(9,9,1002200,'moved',1,102,'Cbc8-cb6',0,189,0);
INSERT INTO "event" VALUES(9,10,1002250,'moved',0,101,'Bcd1-bc1',1,192,0);
INSERT INTO "event" VALUES(9,11,1002300,'moved',1,102,'Bcb8-bc8',0,195,0);
INSERT INTO "event" VALUES(9,12,1002350,'moved',0,101,'Bde1-cd1',1,200,0);
INSERT INTO "event" VALUES(9,13,1002400,'moved',1,102,'Bbc8-cb8',0,205,0);
INSERT INTO "event" VALUES(9,14,1002450,'moved',0,101,'Bcd1-de1',1,208,0);
INSERT INTO "event" VALUES(9,15,1002500,'moved',1,102,'Bcb8-bc8',0,211,0);
INSERT INTO "event" VALUES(9,16,1002550,'moved',0,101,'Bde1-cd1',1,216,0);
INSERT INTO "event" VALUES(9,17,1089450,'moved',1,102,'Kcc8-cb8',0,1000051,1);
INSERT INTO "event" VALUES(9,18,1348650,'flagged',0,NULL,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(10,1,1002600,'opened',0,101,NULL,NULL,217,0);
INSERT INTO "event" VALUES(10,2,1002600,'agreed',NULL,NULL,'move:3 soft open:7',NULL,NULL,0);
INSERT INTO "event" VALUES(10,3,1002600,'invited',NULL,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(10,4,1002600,'joined',1,102,NULL,NULL,218,0);
INSERT INTO "event" VALUES(10,5,1002600,'seated',0,101,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(10,6,1002600,'seated',1,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(10,7,1002600,'began',NULL,NULL,NULL,0,NULL,0);
INSERT INTO "event" VALUES(10,8,1002600,'moved',0,101,'Pb4-b5',1,223,0);
INSERT INTO "event" VALUES(10,9,1002650,'moved',1,102,'Rc10&d10',0,228,0);
INSERT INTO "event" VALUES(10,10,1002700,'moved',0,101,'Pa4-b4',1,233,0);
INSERT INTO "event" VALUES(10,11,1002750,'moved',1,102,'Md10-c8',0,238,0);
INSERT INTO "event" VALUES(10,12,1002800,'moved',0,101,'Pb4&b5',1,243,0);
INSERT INTO "event" VALUES(10,13,1002850,'moved',1,102,'Md11-d10',0,248,0);
INSERT INTO "event" VALUES(10,14,1002900,'moved',0,101,'Pb5-a5',1,253,0);
INSERT INTO "event" VALUES(10,15,1002950,'moved',1,102,'Ke11-d11',0,258,0);
INSERT INTO "event" VALUES(10,16,1003000,'moved',0,101,'Pb5-c5',1,263,0);
INSERT INTO "event" VALUES(10,17,1089450,'moved',1,102,'Dc11-c10',0,1000058,1);
INSERT INTO "event" VALUES(10,18,1348650,'flagged',0,NULL,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(11,1,1089450,'opened',0,101,NULL,NULL,1000070,1);
INSERT INTO "event" VALUES(11,2,1089450,'agreed',NULL,NULL,'move:3 soft open:7',NULL,NULL,1);
INSERT INTO "event" VALUES(11,3,1089450,'joined',1,102,NULL,NULL,1000071,1);
INSERT INTO "event" VALUES(11,4,1089450,'joined',2,103,NULL,NULL,1000072,1);
INSERT INTO "event" VALUES(11,5,1089450,'joined',3,104,NULL,NULL,1000073,1);
INSERT INTO "event" VALUES(11,6,1089450,'seated',0,101,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(11,7,1089450,'seated',1,102,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(11,8,1089450,'seated',2,103,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(11,9,1089450,'seated',3,104,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(11,10,1089450,'began',NULL,NULL,NULL,0,NULL,1);
INSERT INTO "event" VALUES(11,11,1089450,'away',3,NULL,'1435050',NULL,NULL,1);
INSERT INTO "event" VALUES(11,12,1089450,'resigned',3,104,'drop:white',0,1000074,1);
INSERT INTO "event" VALUES(11,13,1089450,'resigned',2,103,'drop:black',0,1000075,1);
INSERT INTO "event" VALUES(11,14,1089450,'resigned',1,102,'drop:red',0,1000076,1);
INSERT INTO "event" VALUES(11,15,1089450,'ended',NULL,NULL,'won:green:last-standing 4,0,0,0 1,2,3,4',NULL,NULL,1);
INSERT INTO "event" VALUES(12,1,1089450,'opened',0,101,NULL,NULL,1000077,1);
INSERT INTO "event" VALUES(12,2,1089450,'agreed',NULL,NULL,'move:3 hard open:7',NULL,NULL,1);
INSERT INTO "event" VALUES(12,3,1089450,'invited',NULL,102,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(12,4,1089450,'joined',NULL,102,NULL,NULL,1000078,1);
INSERT INTO "event" VALUES(12,5,1089450,'seated',0,101,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(12,6,1089450,'seated',1,102,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(12,7,1089450,'began',NULL,NULL,NULL,0,NULL,1);
INSERT INTO "event" VALUES(12,8,1089450,'moved',0,101,'Ng1-f3',1,1000079,1);
INSERT INTO "event" VALUES(12,9,1089450,'moved',1,102,'Nb8-c6',0,1000080,1);
INSERT INTO "event" VALUES(12,10,1089450,'resigned',0,101,NULL,0,1000081,1);
INSERT INTO "event" VALUES(12,11,1089450,'ended',NULL,NULL,'won:black:resignation 0,4 2,1',NULL,NULL,1);
INSERT INTO "event" VALUES(13,1,1089450,'opened',0,101,NULL,NULL,1000082,1);
INSERT INTO "event" VALUES(13,2,1089450,'agreed',NULL,NULL,'move:3 hard open:7',NULL,NULL,1);
INSERT INTO "event" VALUES(13,3,1089450,'invited',NULL,102,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(13,4,1089450,'joined',NULL,102,NULL,NULL,1000083,1);
INSERT INTO "event" VALUES(13,5,1089450,'seated',0,101,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(13,6,1089450,'seated',1,102,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(13,7,1089450,'began',NULL,NULL,NULL,0,NULL,1);
INSERT INTO "event" VALUES(13,8,1089450,'moved',0,101,'Ng1-f3',1,1000084,1);
INSERT INTO "event" VALUES(13,9,1089450,'moved',1,102,'Nb8-c6',0,1000085,1);
INSERT INTO "event" VALUES(13,10,1348650,'timedout',0,NULL,NULL,0,NULL,1);
INSERT INTO "event" VALUES(13,11,1348650,'ended',NULL,NULL,'won:black:timeout 0,4 2,1',NULL,NULL,1);
INSERT INTO "event" VALUES(16,1,1348700,'opened',0,101,NULL,NULL,900,1);
INSERT INTO "event" VALUES(16,2,1348700,'agreed',NULL,NULL,'move:3 soft open:7',NULL,NULL,1);
INSERT INTO "event" VALUES(17,1,1348700,'opened',NULL,101,NULL,NULL,901,1);
INSERT INTO "event" VALUES(17,2,1348700,'agreed',NULL,NULL,'bank:7+1/14 soft open:7',NULL,NULL,1);
INSERT INTO "event" VALUES(17,3,1348700,'invited',NULL,102,NULL,NULL,NULL,1);
CREATE TABLE former_plan (
    game   INTEGER NOT NULL REFERENCES game (id),
    number INTEGER NOT NULL,
    ply    INTEGER NOT NULL,
    user   INTEGER NOT NULL,
    line   TEXT    NOT NULL,
    text   TEXT    NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "former_plan" VALUES(3,1,10,101,'{"steps":[{"conditions":[{"move":"Nb8-c6"}],"answer":"Nc3-b1"}],"seen":0}','if Nb8-c6 then Nc3-b1');
CREATE TABLE game (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    key     TEXT    NOT NULL,
    options TEXT    NOT NULL,
    rules   INTEGER NOT NULL,
    guild   INTEGER,
    channel INTEGER NOT NULL,
    home    INTEGER,
    opened  INTEGER NOT NULL,
    ply     INTEGER NOT NULL,
    phase   TEXT    NOT NULL CHECK (phase IN ('open', 'playing', 'over')),
    ending  TEXT,
    since   INTEGER NOT NULL,
    moves   INTEGER NOT NULL
, changed INTEGER NOT NULL DEFAULT 0, deadline INTEGER, runs INTEGER, due INTEGER, rematch INTEGER REFERENCES game (id), table_channel INTEGER, table_message INTEGER, audience TEXT CHECK (audience IN ('players', 'channel', 'server')), practice INTEGER NOT NULL DEFAULT 0 CHECK (practice IN (0, 1)), free INTEGER NOT NULL DEFAULT 0, shared INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1)), outside INTEGER NOT NULL DEFAULT 0 CHECK (outside IN (0, 1)), choices TEXT, outage INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "game" VALUES(1,'abstract','{"powers":"neto","turn":"single"}',1,500,900,NULL,1000000,13,'over','won:black:resignation 0,4 2,1',1000000,4,13,NULL,NULL,NULL,NULL,NULL,NULL,'server',0,0,0,0,NULL,0);
INSERT INTO "game" VALUES(2,'abstract','{"powers":"neto","turn":"single"}',1,500,900,NULL,1000000,16,'over','draw:repetition 2,2 1,1',1000700,8,16,NULL,NULL,NULL,NULL,NULL,NULL,'server',0,0,0,0,NULL,0);
INSERT INTO "game" VALUES(3,'abstract','{"powers":"neto","turn":"single"}',1,500,900,NULL,1000800,11,'playing',NULL,1089450,2,11,1694250,1089450,1573290,NULL,NULL,NULL,'server',0,0,0,0,NULL,0);
INSERT INTO "game" VALUES(4,'abstract','{"powers":"neto","turn":"single"}',1,500,900,NULL,1000800,7,'playing',NULL,1089450,1,7,1694250,1089450,1573290,NULL,NULL,NULL,'server',0,0,0,0,NULL,0);
INSERT INTO "game" VALUES(5,'abstract','{"powers":"neto","turn":"single"}',1,500,900,NULL,1000800,8,'playing',NULL,1089450,1,8,1694250,1089450,1573290,NULL,NULL,NULL,'server',0,0,0,0,NULL,0);
INSERT INTO "game" VALUES(6,'abstract','{"powers":"neto","turn":"single"}',1,500,900,NULL,1000800,18,'playing',NULL,1089450,10,17,6532650,1348650,6532650,NULL,NULL,NULL,'server',0,0,0,0,NULL,0);
INSERT INTO "game" VALUES(7,'fourfold','{}',1,500,900,NULL,1001250,18,'playing',NULL,1089450,10,17,6532650,1348650,6532650,NULL,NULL,NULL,'server',0,0,0,0,NULL,0);
INSERT INTO "game" VALUES(8,'seasons','{"array":"murray","dice":"off","mated":"conquered","stake_capture":"1","stake_check":"1","stake_entry":"0","stake_mate":"1","stakes":"off"}',1,500,900,NULL,1001700,24,'playing',NULL,1089450,10,24,1866950,1089450,1478200,NULL,NULL,NULL,'server',0,0,0,0,NULL,0);
INSERT INTO "game" VALUES(9,'tower','{"board":"tower","edges":"walled","pawns":"standard","planar":"area","riders":"linear","rules":"chess","seed":"0","setup":"original"}',1,500,900,NULL,1002150,18,'playing',NULL,1089450,10,17,6532650,1348650,6532650,NULL,NULL,NULL,'server',0,0,0,0,NULL,0);
INSERT INTO "game" VALUES(10,'towers','{}',2,500,900,NULL,1002600,18,'playing',NULL,1089450,10,17,6532650,1348650,6532650,NULL,NULL,NULL,'server',0,0,0,0,NULL,0);
INSERT INTO "game" VALUES(11,'seasons','{"array":"murray","dice":"off","mated":"conquered","stake_capture":"1","stake_check":"1","stake_entry":"0","stake_mate":"1","stakes":"off"}',1,500,900,NULL,1089450,15,'over','won:green:last-standing 4,0,0,0 1,2,3,4',1089450,0,15,NULL,NULL,NULL,NULL,NULL,NULL,'server',0,0,0,0,NULL,0);
INSERT INTO "game" VALUES(12,'abstract','{"powers":"neto","turn":"single"}',1,500,900,NULL,1089450,11,'over','won:black:resignation 0,4 2,1',1089450,2,11,NULL,NULL,NULL,NULL,NULL,NULL,'server',0,0,0,0,NULL,0);
INSERT INTO "game" VALUES(13,'abstract','{"powers":"neto","turn":"single"}',1,500,900,NULL,1089450,11,'over','won:black:timeout 0,4 2,1',1348650,2,11,NULL,NULL,NULL,NULL,NULL,NULL,'server',0,0,0,0,NULL,0);
INSERT INTO "game" VALUES(16,'abstract','{"powers":"neto","turn":"single"}',1,500,900,900,1348700,2,'open',NULL,1348700,0,2,1953500,1348700,1953500,NULL,NULL,NULL,'server',0,1,0,0,NULL,0);
INSERT INTO "game" VALUES(17,'abstract','{"powers":"neto","turn":"single"}',1,500,900,900,1348700,3,'open',NULL,1348700,0,3,1953500,1348700,1953500,NULL,NULL,NULL,'server',0,0,0,0,NULL,0);
CREATE TABLE guest (
    game    INTEGER NOT NULL REFERENCES game (id),
    number  INTEGER NOT NULL,
    user    INTEGER NOT NULL,
    wish    INTEGER,
    invited INTEGER NOT NULL CHECK (invited IN (0, 1)),
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "guest" VALUES(16,1,101,0,0);
INSERT INTO "guest" VALUES(17,1,101,NULL,0);
INSERT INTO "guest" VALUES(17,2,102,NULL,1);
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;
INSERT INTO "heartbeat" VALUES(1,1435050);
CREATE TABLE lesson (
    user  INTEGER NOT NULL,
    topic TEXT    NOT NULL,
    PRIMARY KEY (user, topic)
) STRICT, WITHOUT ROWID;
INSERT INTO "lesson" VALUES(7,'abstract:capture');
INSERT INTO "lesson" VALUES(7,'abstract:transfer');
INSERT INTO "lesson" VALUES(101,'abstract:capture');
INSERT INTO "lesson" VALUES(101,'abstract:transfer');
INSERT INTO "lesson" VALUES(101,'fourfold.quads');
INSERT INTO "lesson" VALUES(101,'seasons.dice');
INSERT INTO "lesson" VALUES(101,'seasons.frozen');
INSERT INTO "lesson" VALUES(101,'seasons.men');
INSERT INTO "lesson" VALUES(102,'abstract:capture');
INSERT INTO "lesson" VALUES(102,'abstract:transfer');
INSERT INTO "lesson" VALUES(102,'fourfold.quads');
INSERT INTO "lesson" VALUES(102,'seasons.dice');
INSERT INTO "lesson" VALUES(102,'seasons.frozen');
INSERT INTO "lesson" VALUES(102,'seasons.men');
INSERT INTO "lesson" VALUES(103,'abstract:capture');
INSERT INTO "lesson" VALUES(103,'abstract:transfer');
INSERT INTO "lesson" VALUES(103,'seasons.dice');
INSERT INTO "lesson" VALUES(103,'seasons.frozen');
INSERT INTO "lesson" VALUES(103,'seasons.men');
INSERT INTO "lesson" VALUES(104,'seasons.dice');
INSERT INTO "lesson" VALUES(104,'seasons.frozen');
INSERT INTO "lesson" VALUES(104,'seasons.men');
CREATE TABLE member (
    guild  INTEGER NOT NULL,
    key    TEXT    NOT NULL,
    user   INTEGER NOT NULL,
    rating REAL, band INTEGER GENERATED ALWAYS AS (CAST(rating / 8 AS INTEGER)) VIRTUAL,
    PRIMARY KEY (guild, key, user)
) STRICT, WITHOUT ROWID;
INSERT INTO "member" VALUES(500,'abstract',7,NULL);
INSERT INTO "member" VALUES(500,'abstract',101,1.42331133569313624323e+03);
INSERT INTO "member" VALUES(500,'abstract',102,1.57668866430686375676e+03);
INSERT INTO "member" VALUES(500,'abstract',103,NULL);
INSERT INTO "member" VALUES(500,'fourfold',101,NULL);
INSERT INTO "member" VALUES(500,'fourfold',102,NULL);
INSERT INTO "member" VALUES(500,'seasons',101,NULL);
INSERT INTO "member" VALUES(500,'seasons',102,NULL);
INSERT INTO "member" VALUES(500,'seasons',103,NULL);
INSERT INTO "member" VALUES(500,'seasons',104,NULL);
INSERT INTO "member" VALUES(500,'tower',101,NULL);
INSERT INTO "member" VALUES(500,'tower',102,NULL);
INSERT INTO "member" VALUES(500,'towers',101,NULL);
INSERT INTO "member" VALUES(500,'towers',102,NULL);
CREATE TABLE nag (
    user  INTEGER PRIMARY KEY,
    count INTEGER NOT NULL
) STRICT;
INSERT INTO "nag" VALUES(7,1);
INSERT INTO "nag" VALUES(102,1);
CREATE TABLE note (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    game   INTEGER NOT NULL REFERENCES game (id),
    user   INTEGER NOT NULL,
    ply    INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    sealed INTEGER NOT NULL CHECK (sealed IN (0, 1)),
    text   TEXT    NOT NULL
) STRICT;
INSERT INTO "note" VALUES(1,3,102,10,1000800,0,'a quiet start');
INSERT INTO "note" VALUES(2,3,102,10,1000800,1,'sealed thought');
CREATE TABLE offer (
    game INTEGER NOT NULL REFERENCES game (id),
    kind TEXT    NOT NULL,
    seat INTEGER NOT NULL,
    ply  INTEGER NOT NULL,
    user INTEGER NOT NULL,
    at   INTEGER NOT NULL,
    PRIMARY KEY (game, kind, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "offer" VALUES(1,'rematch',0,13,101,1000000);
INSERT INTO "offer" VALUES(3,'draw',1,10,102,1000800);
CREATE TABLE outage (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL
, moved INTEGER) STRICT;
INSERT INTO "outage" VALUES(1,1000000,1089450,NULL);
CREATE TABLE outbox (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    game   INTEGER NOT NULL REFERENCES game (id),
    ply    INTEGER NOT NULL,
    user   INTEGER,
    why    TEXT    NOT NULL,
    at     INTEGER NOT NULL,
    ready  INTEGER NOT NULL,
    public INTEGER NOT NULL DEFAULT 0 CHECK (public IN (0, 1)),
    tries  INTEGER NOT NULL DEFAULT 0,
    done   INTEGER
, first INTEGER GENERATED ALWAYS AS (
    CASE
        WHEN NOT json_valid(why) THEN 0
        WHEN json_extract(why, '$.why') IN ('turn', 'board', 'time_over', 'excused', 'seat_offered') THEN 1
        WHEN json_extract(why, '$.why') = 'reminder' AND json_extract(why, '$.percent') >= 95 THEN 1
        ELSE 0
    END
) VIRTUAL, cover INTEGER, refused INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "outbox" VALUES(1,1,13,102,'{"why":"offer","kind":"rematch","user":101}',1000000,1000000,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(2,3,10,101,'{"why":"offer","kind":"draw","user":102}',1000800,1000800,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(3,8,6,101,'{"why":"joined","user":102}',1001700,1001700,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(4,8,7,101,'{"why":"joined","user":103}',1001700,1001700,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(5,3,11,101,'{"why":"plan_lapsed","because":"Your plan did not foresee Pa7-a6: it is dropped, and it is for you to answer."}',1089450,1089450,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(6,3,11,NULL,'{"why":"board","mention":[101]}',1089450,1089480,0,0,NULL,1000011,0);
INSERT INTO "outbox" VALUES(7,4,6,NULL,'{"why":"board","mention":[103]}',1089450,1089480,0,0,NULL,1000015,0);
INSERT INTO "outbox" VALUES(8,4,7,NULL,'{"why":"board","mention":[7]}',1089450,1089480,0,0,NULL,1000019,0);
INSERT INTO "outbox" VALUES(9,5,7,NULL,'{"why":"board","mention":[101]}',1089450,1089480,0,0,NULL,1000022,0);
INSERT INTO "outbox" VALUES(10,5,8,NULL,'{"why":"board","mention":[102]}',1089450,1089480,0,0,NULL,1000026,0);
INSERT INTO "outbox" VALUES(11,6,17,NULL,'{"why":"board","mention":[101]}',1089450,1089480,0,0,NULL,1000032,0);
INSERT INTO "outbox" VALUES(12,7,17,NULL,'{"why":"board","mention":[101]}',1089450,1089480,0,0,NULL,1000039,0);
INSERT INTO "outbox" VALUES(13,8,24,NULL,'{"why":"board","mention":[103]}',1089450,1089480,0,0,NULL,1000046,0);
INSERT INTO "outbox" VALUES(14,9,17,NULL,'{"why":"board","mention":[101]}',1089450,1089480,0,0,NULL,1000051,0);
INSERT INTO "outbox" VALUES(15,10,17,NULL,'{"why":"board","mention":[101]}',1089450,1089480,0,0,NULL,1000058,0);
INSERT INTO "outbox" VALUES(16,11,2,NULL,'{"why":"board","mention":[]}',1089450,1089480,0,0,1435050,1000070,0);
INSERT INTO "outbox" VALUES(17,11,3,101,'{"why":"joined","user":102}',1089450,1089450,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(18,11,4,101,'{"why":"joined","user":103}',1089450,1089450,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(19,11,11,NULL,'{"why":"board","mention":[102,103,101]}',1089450,1089480,0,0,1435050,1000073,0);
INSERT INTO "outbox" VALUES(20,11,15,NULL,'{"why":"board","mention":[101,103,104]}',1089450,1089480,0,0,1435050,1000076,0);
INSERT INTO "outbox" VALUES(21,11,15,NULL,'{"why":"archive"}',1089450,1175850,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(22,12,3,NULL,'{"why":"board","mention":[102]}',1089450,1089480,0,0,1435050,1000077,0);
INSERT INTO "outbox" VALUES(23,12,7,NULL,'{"why":"board","mention":[101]}',1089450,1089480,0,0,1435050,1000078,0);
INSERT INTO "outbox" VALUES(24,12,8,NULL,'{"why":"board","mention":[102]}',1089450,1089480,0,0,1435050,1000079,0);
INSERT INTO "outbox" VALUES(25,12,9,NULL,'{"why":"board","mention":[101]}',1089450,1089480,0,0,1435050,1000080,0);
INSERT INTO "outbox" VALUES(26,12,11,NULL,'{"why":"board","mention":[102]}',1089450,1089480,0,0,1435050,1000081,0);
INSERT INTO "outbox" VALUES(27,12,11,NULL,'{"why":"archive"}',1089450,1175850,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(28,13,3,NULL,'{"why":"board","mention":[102]}',1089450,1089480,0,0,1435050,1000082,0);
INSERT INTO "outbox" VALUES(29,13,7,NULL,'{"why":"board","mention":[101]}',1089450,1089480,0,0,1435050,1000083,0);
INSERT INTO "outbox" VALUES(30,13,8,NULL,'{"why":"board","mention":[102]}',1089450,1089480,0,0,1435050,1000084,0);
INSERT INTO "outbox" VALUES(31,13,9,NULL,'{"why":"board","mention":[101]}',1089450,1089480,0,0,1435050,1000085,0);
INSERT INTO "outbox" VALUES(32,6,17,101,'{"why":"reminder","percent":50,"deadline":1348650}',1219050,1219050,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(33,7,17,101,'{"why":"reminder","percent":50,"deadline":1348650}',1219050,1219050,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(34,9,17,101,'{"why":"reminder","percent":50,"deadline":1348650}',1219050,1219050,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(35,10,17,101,'{"why":"reminder","percent":50,"deadline":1348650}',1219050,1219050,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(36,13,9,101,'{"why":"reminder","percent":50,"deadline":1348650}',1219050,1219050,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(37,6,17,101,'{"why":"reminder","percent":80,"deadline":1348650}',1305450,1305450,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(38,7,17,101,'{"why":"reminder","percent":80,"deadline":1348650}',1305450,1305450,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(39,9,17,101,'{"why":"reminder","percent":80,"deadline":1348650}',1305450,1305450,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(40,10,17,101,'{"why":"reminder","percent":80,"deadline":1348650}',1305450,1305450,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(41,6,18,101,'{"why":"time_over"}',1348650,1348650,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(42,6,18,102,'{"why":"claimable","seat":0}',1348650,1348650,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(43,6,18,NULL,'{"why":"board","mention":[]}',1348650,1348650,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(44,7,18,101,'{"why":"time_over"}',1348650,1348650,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(45,7,18,102,'{"why":"claimable","seat":0}',1348650,1348650,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(46,7,18,NULL,'{"why":"board","mention":[]}',1348650,1348650,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(47,9,18,101,'{"why":"time_over"}',1348650,1348650,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(48,9,18,102,'{"why":"claimable","seat":0}',1348650,1348650,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(49,9,18,NULL,'{"why":"board","mention":[]}',1348650,1348650,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(50,10,18,101,'{"why":"time_over"}',1348650,1348650,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(51,10,18,102,'{"why":"claimable","seat":0}',1348650,1348650,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(52,10,18,NULL,'{"why":"board","mention":[]}',1348650,1348650,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(53,13,11,NULL,'{"why":"board","mention":[101,102]}',1348650,1348650,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(54,13,11,NULL,'{"why":"archive"}',1348650,1435050,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(55,4,7,7,'{"why":"reminder","percent":50,"deadline":1694250}',1391850,1391850,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(56,5,8,102,'{"why":"reminder","percent":50,"deadline":1694250}',1391850,1391850,0,0,NULL,NULL,0);
CREATE TABLE placing_count (
    user    INTEGER NOT NULL,
    key     TEXT    NOT NULL,
    placing INTEGER NOT NULL,
    times   INTEGER NOT NULL,
    PRIMARY KEY (user, key, placing)
) STRICT, WITHOUT ROWID;
INSERT INTO "placing_count" VALUES(101,'seasons',1,1);
INSERT INTO "placing_count" VALUES(102,'seasons',2,1);
INSERT INTO "placing_count" VALUES(103,'seasons',3,1);
INSERT INTO "placing_count" VALUES(104,'seasons',4,1);
CREATE TABLE plan (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES game (id),
    user INTEGER NOT NULL,
    line TEXT    NOT NULL,
    text TEXT    NOT NULL
) STRICT;
CREATE TABLE puzzle (
    user   INTEGER NOT NULL,
    id     TEXT    NOT NULL,
    key    TEXT    NOT NULL,
    line   TEXT    NOT NULL,
    missed INTEGER NOT NULL CHECK (missed IN (0, 1)),
    state  TEXT    NOT NULL CHECK (state IN ('open', 'solved', 'shown')),
    at     INTEGER NOT NULL,
    PRIMARY KEY (user, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE puzzle_rating (
    id         TEXT    PRIMARY KEY,
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE puzzler (
    user       INTEGER PRIMARY KEY,
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    won        INTEGER NOT NULL,
    lost       INTEGER NOT NULL
) STRICT;
CREATE TABLE rating (
    user       INTEGER NOT NULL,
    key        TEXT    NOT NULL,
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    won        INTEGER NOT NULL,
    drawn      INTEGER NOT NULL,
    lost       INTEGER NOT NULL,
    PRIMARY KEY (user, key)
) STRICT, WITHOUT ROWID;
INSERT INTO "rating" VALUES(101,'abstract',1.42331133569313624323e+03,2.60488763564022065112e+02,5.99991486756218800335e-02,0,1,1);
INSERT INTO "rating" VALUES(102,'abstract',1.57668866430686375676e+03,2.60488763564022065112e+02,5.99991486756218800335e-02,1,1,0);
CREATE TABLE rating_band (
    guild   INTEGER NOT NULL,
    key     TEXT    NOT NULL,
    band    INTEGER NOT NULL,
    members INTEGER NOT NULL,
    PRIMARY KEY (guild, key, band)
) STRICT, WITHOUT ROWID;
INSERT INTO "rating_band" VALUES(500,'abstract',177,1);
INSERT INTO "rating_band" VALUES(500,'abstract',197,1);
CREATE TABLE reliability (
    user      INTEGER PRIMARY KEY,
    finished  INTEGER NOT NULL,
    abandoned INTEGER NOT NULL
) STRICT;
INSERT INTO "reliability" VALUES(101,3,1);
INSERT INTO "reliability" VALUES(102,4,0);
CREATE TABLE remote (
    user INTEGER NOT NULL,
    game INTEGER NOT NULL REFERENCES game (id),
    PRIMARY KEY (user, game)
) STRICT, WITHOUT ROWID;
CREATE TABLE seat (
    game     INTEGER NOT NULL REFERENCES game (id),
    number   INTEGER NOT NULL,
    tenure   INTEGER NOT NULL,
    user     INTEGER NOT NULL,
    since    INTEGER NOT NULL,
    until    INTEGER,
    live     INTEGER NOT NULL CHECK (live IN (0, 1)),
    awaited  INTEGER NOT NULL CHECK (awaited IN (0, 1)),
    quarters INTEGER,
    placing  INTEGER, stands INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, number, tenure)
) STRICT, WITHOUT ROWID;
INSERT INTO "seat" VALUES(1,0,1,101,5,NULL,0,0,0,2,0);
INSERT INTO "seat" VALUES(1,1,1,102,6,NULL,0,0,4,1,0);
INSERT INTO "seat" VALUES(2,0,1,101,5,NULL,0,0,2,1,0);
INSERT INTO "seat" VALUES(2,1,1,102,6,NULL,0,0,2,1,0);
INSERT INTO "seat" VALUES(3,0,1,101,5,NULL,1,1,NULL,NULL,1089450);
INSERT INTO "seat" VALUES(3,1,1,102,6,NULL,1,0,NULL,NULL,1089450);
INSERT INTO "seat" VALUES(4,0,1,103,4,NULL,1,0,NULL,NULL,1089450);
INSERT INTO "seat" VALUES(4,1,1,7,5,NULL,1,1,NULL,NULL,1089450);
INSERT INTO "seat" VALUES(5,0,1,101,5,NULL,1,0,NULL,NULL,1089450);
INSERT INTO "seat" VALUES(5,1,1,102,6,NULL,1,1,NULL,NULL,1089450);
INSERT INTO "seat" VALUES(6,0,1,101,5,NULL,1,1,NULL,NULL,1089450);
INSERT INTO "seat" VALUES(6,1,1,102,6,NULL,1,0,NULL,NULL,1089450);
INSERT INTO "seat" VALUES(7,0,1,101,5,NULL,1,1,NULL,NULL,1089450);
INSERT INTO "seat" VALUES(7,1,1,102,6,NULL,1,0,NULL,NULL,1089450);
INSERT INTO "seat" VALUES(8,0,1,101,9,NULL,1,0,NULL,NULL,1089450);
INSERT INTO "seat" VALUES(8,1,1,102,10,NULL,1,0,NULL,NULL,1089450);
INSERT INTO "seat" VALUES(8,2,1,103,11,NULL,1,1,NULL,NULL,1089450);
INSERT INTO "seat" VALUES(8,3,1,104,12,NULL,1,0,NULL,NULL,1089450);
INSERT INTO "seat" VALUES(9,0,1,101,5,NULL,1,1,NULL,NULL,1089450);
INSERT INTO "seat" VALUES(9,1,1,102,6,NULL,1,0,NULL,NULL,1089450);
INSERT INTO "seat" VALUES(10,0,1,101,5,NULL,1,1,NULL,NULL,1089450);
INSERT INTO "seat" VALUES(10,1,1,102,6,NULL,1,0,NULL,NULL,1089450);
INSERT INTO "seat" VALUES(11,0,1,101,6,NULL,0,0,4,1,1089450);
INSERT INTO "seat" VALUES(11,1,1,102,7,NULL,0,0,0,2,1089450);
INSERT INTO "seat" VALUES(11,2,1,103,8,NULL,0,0,0,3,1089450);
INSERT INTO "seat" VALUES(11,3,1,104,9,NULL,0,0,0,4,1089450);
INSERT INTO "seat" VALUES(12,0,1,101,5,NULL,0,0,0,2,1089450);
INSERT INTO "seat" VALUES(12,1,1,102,6,NULL,0,0,4,1,1089450);
INSERT INTO "seat" VALUES(13,0,1,101,5,NULL,0,0,0,2,1348650);
INSERT INTO "seat" VALUES(13,1,1,102,6,NULL,0,0,4,1,1348650);
CREATE TABLE setting (
    owner INTEGER NOT NULL,
    key   TEXT    NOT NULL,
    value TEXT    NOT NULL,
    PRIMARY KEY (owner, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE tutorial (
    user INTEGER NOT NULL,
    key  TEXT    NOT NULL,
    step INTEGER NOT NULL,
    at   INTEGER NOT NULL,
    PRIMARY KEY (user, key)
) STRICT, WITHOUT ROWID;
INSERT INTO "tutorial" VALUES(101,'towers',3,1089450);
CREATE TABLE unreachable (
    game    INTEGER NOT NULL REFERENCES game (id),
    user    INTEGER NOT NULL,
    since   INTEGER NOT NULL,
    stopped INTEGER NOT NULL DEFAULT 0 CHECK (stopped IN (0, 1)),
    PRIMARY KEY (game, user)
) STRICT, WITHOUT ROWID;
CREATE TABLE upkeep (
    job  TEXT    PRIMARY KEY,
    next INTEGER NOT NULL,
    last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "upkeep" VALUES('checkpoints',0,10);
CREATE TABLE usage (
    user INTEGER NOT NULL,
    what TEXT    NOT NULL,
    whom INTEGER,
    at   INTEGER NOT NULL
) STRICT;
INSERT INTO "usage" VALUES(103,'import',NULL,1435050);
CREATE TABLE vacation (
    user  INTEGER NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (user, since)
) STRICT, WITHOUT ROWID;
INSERT INTO "vacation" VALUES(104,1003050,1435050);
CREATE INDEX game_home ON game (home, phase) WHERE home IS NOT NULL;
CREATE UNIQUE INDEX event_interaction ON event (interaction) WHERE interaction IS NOT NULL;
CREATE INDEX seat_user ON seat (user, game);
CREATE INDEX seat_live ON seat (user) WHERE live = 1;
CREATE INDEX guest_user ON guest (user);
CREATE INDEX game_due ON game (due) WHERE due IS NOT NULL;
CREATE INDEX outage_until ON outage (until);
CREATE INDEX outbox_done ON outbox (done) WHERE done IS NOT NULL;
CREATE INDEX plan_game ON plan (game, user);
CREATE INDEX note_game ON note (game, user);
CREATE INDEX rating_key ON rating (key, rating);
CREATE INDEX outbox_first ON outbox (first, ready) WHERE done IS NULL;
CREATE INDEX outbox_user ON outbox (user, ready) WHERE done IS NULL;
CREATE INDEX outbox_cover ON outbox (cover) WHERE cover IS NOT NULL AND done IS NULL;
CREATE INDEX unreachable_user ON unreachable (user);
CREATE INDEX unreachable_since ON unreachable (since);
CREATE INDEX seat_list ON seat (user, awaited, stands, game) WHERE live = 1;
CREATE INDEX member_rating ON member (guild, key, rating DESC, user) WHERE rating IS NOT NULL;
CREATE INDEX member_user ON member (user, key);
CREATE TRIGGER member_unseated AFTER UPDATE OF user ON seat WHEN old.user <> new.user BEGIN
    DELETE FROM member WHERE member.user = old.user
        AND (member.guild, member.key) = (SELECT guild, key FROM game WHERE id = old.game)
        AND NOT EXISTS (SELECT 1 FROM seat JOIN game ON game.id = seat.game
                        WHERE seat.user = old.user AND game.guild = member.guild AND game.key = member.key);
END;
CREATE TRIGGER member_rated AFTER INSERT ON rating BEGIN
    UPDATE member SET rating = new.rating WHERE user = new.user AND key = new.key;
END;
CREATE TRIGGER member_rated_again AFTER UPDATE OF rating ON rating BEGIN
    UPDATE member SET rating = new.rating WHERE user = new.user AND key = new.key;
END;
CREATE TRIGGER member_unrated AFTER DELETE ON rating BEGIN
    UPDATE member SET rating = NULL WHERE user = old.user AND key = old.key;
END;
CREATE TRIGGER census_opened AFTER INSERT ON game BEGIN
    UPDATE census SET games = games + 1 WHERE phase = new.phase;
END;
CREATE TRIGGER census_moved AFTER UPDATE OF phase ON game WHEN old.phase <> new.phase BEGIN
    UPDATE census SET games = games + CASE phase WHEN new.phase THEN 1 ELSE -1 END
    WHERE phase IN (old.phase, new.phase);
END;
CREATE TRIGGER census_removed AFTER DELETE ON game BEGIN
    UPDATE census SET games = games - 1 WHERE phase = old.phase;
END;
CREATE INDEX game_audience ON game (guild) WHERE audience IS NULL AND guild IS NOT NULL;
CREATE INDEX usage_user ON usage (user, what, whom, at);
CREATE INDEX usage_at ON usage (at);
CREATE INDEX answered_at ON answered (at);
CREATE INDEX bar_person ON bar (person);
CREATE INDEX event_user ON event (user) WHERE user IS NOT NULL AND kind NOT IN ('moved', 'answered');
CREATE INDEX event_moderated ON event (game, ply) WHERE kind = 'moderated';
CREATE INDEX note_user ON note (user);
CREATE INDEX plan_user ON plan (user);
CREATE INDEX offer_user ON offer (user);
CREATE INDEX former_plan_user ON former_plan (user);
CREATE INDEX outbox_person ON outbox (user) WHERE user IS NOT NULL;
CREATE INDEX game_rules ON game (key, rules) WHERE phase = 'playing';
CREATE VIEW placed AS
SELECT game.id AS game, game.key, seat.user, seat.placing
FROM game JOIN seat ON seat.game = game.id
WHERE game.phase = 'over' AND seat.until IS NULL AND seat.user > 0 AND seat.user NOT BETWEEN 4000001 AND 4000008
  AND seat.placing IS NOT NULL
  AND (SELECT count(DISTINCT number) FROM seat AS other WHERE other.game = game.id) > 2
  AND EXISTS (SELECT 1 FROM seat AS other WHERE other.game = game.id AND other.user <> seat.user
              AND other.user NOT BETWEEN 4000001 AND 4000008);
CREATE VIEW finished AS
SELECT game.id AS game, seat.user
FROM game JOIN seat ON seat.game = game.id
WHERE game.phase = 'over' AND game.moves > 0 AND seat.until IS NULL AND seat.user > 0
  AND seat.user NOT BETWEEN 4000001 AND 4000008
  AND NOT EXISTS (SELECT 1 FROM seat AS lower WHERE lower.game = game.id AND lower.user = seat.user
                  AND lower.until IS NULL AND lower.number < seat.number)
  AND EXISTS (SELECT 1 FROM seat AS other WHERE other.game = game.id AND other.user <> seat.user
              AND other.user NOT BETWEEN 4000001 AND 4000008)
  AND NOT EXISTS (SELECT 1 FROM abandoned WHERE abandoned.user = seat.user AND abandoned.game = game.id);
CREATE TRIGGER band_entered AFTER INSERT ON member WHEN new.rating IS NOT NULL BEGIN
    INSERT INTO rating_band (guild, key, band, members)
    SELECT new.guild, new.key, CAST(new.rating / 8 AS INTEGER), 0 WHERE NOT EXISTS
        (SELECT 1 FROM rating_band WHERE guild = new.guild AND key = new.key AND band = CAST(new.rating / 8 AS INTEGER));
    UPDATE rating_band SET members = members + 1
    WHERE guild = new.guild AND key = new.key AND band = CAST(new.rating / 8 AS INTEGER);
END;
CREATE TRIGGER band_changed AFTER UPDATE OF rating ON member WHEN old.rating IS NOT new.rating BEGIN
    UPDATE rating_band SET members = members - 1
    WHERE guild = old.guild AND key = old.key AND band = CAST(old.rating / 8 AS INTEGER);
    INSERT INTO rating_band (guild, key, band, members)
    SELECT new.guild, new.key, CAST(new.rating / 8 AS INTEGER), 0 WHERE new.rating IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM rating_band WHERE guild = new.guild AND key = new.key AND band = CAST(new.rating / 8 AS INTEGER));
    UPDATE rating_band SET members = members + 1
    WHERE guild = new.guild AND key = new.key AND band = CAST(new.rating / 8 AS INTEGER);
END;
CREATE TRIGGER band_left AFTER DELETE ON member WHEN old.rating IS NOT NULL BEGIN
    UPDATE rating_band SET members = members - 1
    WHERE guild = old.guild AND key = old.key AND band = CAST(old.rating / 8 AS INTEGER);
END;
CREATE INDEX outbox_untold ON outbox (at) WHERE done IS NULL;
CREATE TRIGGER member_seated AFTER INSERT ON seat WHEN new.user NOT BETWEEN 4000001 AND 4000008 BEGIN
    INSERT INTO member (guild, key, user, rating)
    SELECT guild, key, new.user, (SELECT rating FROM rating WHERE rating.user = new.user AND rating.key = game.key)
    FROM game WHERE id = new.game AND guild IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM member WHERE member.guild = game.guild AND member.key = game.key AND member.user = new.user);
END;
CREATE INDEX game_free ON game (guild, id) WHERE free > 0 AND audience = 'server';
CREATE INDEX game_shared ON game (shared, id) WHERE shared = 1 AND free > 0 AND audience = 'server';
CREATE INDEX remote_game ON remote (game);
CREATE INDEX bulletin_next ON bulletin (next) WHERE next IS NOT NULL;
CREATE INDEX game_ended ON game (guild, since) WHERE phase = 'over' AND audience = 'server';
CREATE INDEX outbox_ready ON outbox (ready, id) WHERE done IS NULL;
CREATE INDEX daily_puzzle_ready ON daily_puzzle (ready);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('game',17);
INSERT INTO "sqlite_sequence" VALUES('outbox',61);
INSERT INTO "sqlite_sequence" VALUES('plan',1);
INSERT INTO "sqlite_sequence" VALUES('note',2);
INSERT INTO "sqlite_sequence" VALUES('outage',1);
COMMIT;
