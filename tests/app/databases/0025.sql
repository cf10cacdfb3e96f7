-- A database as the last version before migration 0028 wrote it.
BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO "_sqlx_migrations" VALUES(1,'matches','2026-11-23 05:27:53',1,X'38A58F84BA0C4B60E8EB41B4E267DB8F6468A7F65702FEC28A1C4DACBFED810690F3DE0B5A895BA6183FE58DC1A3AE3F',1274499);
INSERT INTO "_sqlx_migrations" VALUES(2,'months','2026-11-23 05:27:53',1,X'EFDB4DF3E752A7149425E98A5D257430FC9B1E6D1472FD48F38365C60C85F6F6768CFC06CC294DF9FCA0D489C415F925',3371508);
INSERT INTO "_sqlx_migrations" VALUES(3,'table message','2026-11-23 05:27:53',1,X'29C7E703E428A1E3F40FB4DDD25BB6A7A7C3BD9B2FF80FA225E1F2E4FC3EBC10F235035112A595C12F58A14B19DF3AB4',1090636);
INSERT INTO "_sqlx_migrations" VALUES(4,'notices in order','2026-11-23 05:27:53',1,X'041BB4D41DD74D28821DAD3DED3A042CCAE729FB9C98738FB089A8FCBF179E5A0E3B52723D38C3A575886AD99B8B7695',898202);
INSERT INTO "_sqlx_migrations" VALUES(5,'outages in order','2026-11-23 05:27:53',1,X'745AF9A42FA4FEAD73B0C960B7ACF804360FE258C14619184E07975E36F9E86DFCE1DE929C87A02D0A240471D6CB87E0',690474);
INSERT INTO "_sqlx_migrations" VALUES(6,'routes','2026-11-23 05:27:53',1,X'5610F5857B61E928594E487B717F384E2D23E419F74D74A6F398B0308DC92A3E989ECF50512FD9BCCA3172512E132C6B',1360106);
INSERT INTO "_sqlx_migrations" VALUES(8,'answers','2026-11-23 05:27:53',1,X'43265E9A5F0FBD45555248397534A63909D60892A87A617D0EAA5680864B61D289B7C30569C38E6C41517ABB432628DF',2306188);
INSERT INTO "_sqlx_migrations" VALUES(10,'audience','2026-11-23 05:27:53',1,X'9652912D970FCA9090DF2E83EB939BA6FBC329499B272102C5C87CAB1090DE78C5F9AD1D051EC1EFE4E5645A73E0E8E7',1088734);
INSERT INTO "_sqlx_migrations" VALUES(11,'usage','2026-11-23 05:27:53',1,X'BF3D32F8CDFCCF4B5CBB99E7F082FD92C461C1F499840BB08F55276F2C72E6706675BC912C2EFA8232AE50D9BB05CA7B',476246);
INSERT INTO "_sqlx_migrations" VALUES(12,'answered','2026-11-23 05:27:53',1,X'68DBB0B3AD7D2B67FAF310318766430691C9BC3CEF26AA6BA404CA66396640FFB53FC3D7FDC40F686D4F355EC997FE61',387564);
INSERT INTO "_sqlx_migrations" VALUES(13,'former plans','2026-11-23 05:27:53',1,X'3C308FF9A8781C7F2EAAB3FFC9F1C5657834075294CE8772C8312B90D218489409927E8EF5B5D9DA5396141502C6441D',408396);
INSERT INTO "_sqlx_migrations" VALUES(14,'privacy and moderation','2026-11-23 05:27:53',1,X'6362142258D2ED24193260FC1121093C5DDB730233B5678177CDEFDA5BEDD4147851055F569DAD6C3B2E162C6128B10B',593049);
INSERT INTO "_sqlx_migrations" VALUES(15,'indexes','2026-11-23 05:27:53',1,X'6E314E84AC914A01DE25817B7D405B916D64ECF606E6D2C04E6617918D06B9C260586D30090027F15F508EFD946A0D90',864181);
INSERT INTO "_sqlx_migrations" VALUES(16,'counters','2026-11-23 05:27:53',1,X'A9AD790C4DC4D8C0C53939BB736B71E6920E60EB1CFC3BC53346891C4A3F42D42AADCAF8083677487DAA95975B72D428',1435738);
INSERT INTO "_sqlx_migrations" VALUES(17,'untold','2026-11-23 05:27:53',1,X'83A8240A95E945664D1530C88E3B5C42098CB609C9EC0995665DAB0589B52C63E4C77941DBF335A4088D526EEB12248C',323530);
INSERT INTO "_sqlx_migrations" VALUES(20,'machine','2026-11-23 05:27:53',1,X'B8126CD49AFF465E72FB1769ECD0E67072C4757CBC02329A2CB5123A0FF04414D73D3D0CF9BCF6EDF450EB1BDCA3D83C',1527975);
INSERT INTO "_sqlx_migrations" VALUES(23,'lessons and puzzles','2026-11-23 05:27:53',1,X'13EF40DA10A15C26136B3F9CF4AA4C9E02BEEE4DE8F7FDE2A6C428AC8EA13D6F831B19A5FF5B30FE032BCAD7BFB91D87',719887);
INSERT INTO "_sqlx_migrations" VALUES(24,'open seats','2026-11-23 05:27:53',1,X'DDFC59F846317B58C0E25E7F781A2564751ACF9B497ACCCFD524903EC036F0F008DF34544879D92E92EAE261371F3E52',4743211);
INSERT INTO "_sqlx_migrations" VALUES(25,'bulletins','2026-11-23 05:27:53',1,X'A776186195A7375BF741F09C73A15EFF6701101B769416BC6B690AEF528B2D3AC0AAD9508AB9015A283524CAD8660C35',560731);
CREATE TABLE abandoned (
    user INTEGER NOT NULL,
    game INTEGER NOT NULL REFERENCES game (id),
    PRIMARY KEY (user, game)
) STRICT, WITHOUT ROWID;
CREATE TABLE answered (
    interaction INTEGER PRIMARY KEY,
    at          INTEGER NOT NULL
) STRICT;
INSERT INTO "answered" VALUES(28,1000000);
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
CREATE TABLE bulletin (
    guild   INTEGER NOT NULL,
    kind    TEXT    NOT NULL CHECK (kind IN ('results', 'digest')),
    channel INTEGER NOT NULL,
    next    INTEGER,
    PRIMARY KEY (guild, kind)
) STRICT, WITHOUT ROWID;
INSERT INTO "bulletin" VALUES(500,'digest',902,1526400);
INSERT INTO "bulletin" VALUES(500,'results',901,NULL);
CREATE TABLE census (
    phase TEXT    PRIMARY KEY,
    games INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "census" VALUES('open',1);
INSERT INTO "census" VALUES('over',1);
INSERT INTO "census" VALUES('playing',6);
CREATE TABLE checkpoint (
    game     INTEGER NOT NULL REFERENCES game (id),
    ply      INTEGER NOT NULL,
    standing TEXT    NOT NULL,
    position TEXT    NOT NULL,
    digest   TEXT    NOT NULL,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
INSERT INTO "checkpoint" VALUES(6,16,'{"table":{"size":4,"ply":16,"phase":"Playing","opener":101,"guests":[],"invited":[],"tenures":[{"seat":0,"user":101,"from":6,"until":null},{"seat":1,"user":102,"from":7,"until":null},{"seat":2,"user":103,"from":8,"until":null},{"seat":3,"user":104,"from":9,"until":null}],"out":[],"turn":3,"since":1000000,"moves":3,"round":1,"mover":2,"changed":16,"terms":{"pace":{"Bank":{"days":7,"add":1,"cap":14}},"hard":false,"open":7},"timer":{"due":"Clock","runs":1000000,"at":1604800},"banks":[691200,691200,691200,604800],"away":[],"excused":[],"offered":[],"freed":[],"hidden":false,"outage":0,"gifts":[],"stopped":null},"options":{"array":"murray","dice":"on","mated":"conquered","stake_capture":"1","stake_check":"1","stake_entry":"0","stake_mate":"1","stakes":"off"}}','{"rules":1,"position":"gK,gR,gP>,2,wP<,wR,wK/gN,gB,gP>,2,wP<,wB,wN/1,gPv,4,wPv,wPv/gPv,7/3,rB,4/rP^,rP^,3,bN,bP^,bP^/rN,1,rP>,2,bP<,bB,1/rK,rR,rP>,2,bP<,bR,bK w grbw ? 2","memory":"[{\"exits\":[],\"throw\":[2,3],\"ledger\":null,\"trail\":[15,21],\"rolled\":false},[]]","history":[["d29398f9a722904436b547a6eeb4dd04",false,0],["7db49ec1ab63d8353f702d909aaf53f3",false,1],["98eb4d2e705ebdbedaf98ab8a42bc945",false,2],["206637aa80095ecc1550cb61db59094c",false,3]]}','f5b9499a3a0c6c99625ed170504a3524');
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
INSERT INTO "event" VALUES(1,8,1000000,'moved',0,101,'a1+b1',1,7,0);
INSERT INTO "event" VALUES(1,9,1000000,'moved',1,102,'Pa7-a6',0,11,0);
INSERT INTO "event" VALUES(1,10,1000000,'resigned',0,101,NULL,0,12,0);
INSERT INTO "event" VALUES(1,11,1000000,'ended',NULL,NULL,'won:black:resignation 0,4 2,1',NULL,NULL,0);
INSERT INTO "event" VALUES(2,1,1000000,'opened',0,101,NULL,NULL,13,0);
INSERT INTO "event" VALUES(2,2,1000000,'agreed',NULL,NULL,'bank:7+1/14 soft open:7',NULL,NULL,0);
INSERT INTO "event" VALUES(2,3,1000000,'invited',NULL,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(2,4,1000000,'joined',NULL,102,NULL,NULL,14,0);
INSERT INTO "event" VALUES(2,5,1000000,'seated',0,101,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(2,6,1000000,'seated',1,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(2,7,1000000,'began',NULL,NULL,NULL,0,NULL,0);
INSERT INTO "event" VALUES(2,8,1000000,'moved',0,101,'a1+b1',1,19,0);
INSERT INTO "event" VALUES(2,9,1000000,'moved',1,102,'Pa7-a6',0,23,0);
INSERT INTO "event" VALUES(2,10,1000000,'moved',0,101,'a1+b1',1,27,0);
INSERT INTO "event" VALUES(3,1,1000000,'opened',0,103,NULL,NULL,29,0);
INSERT INTO "event" VALUES(3,2,1000000,'agreed',NULL,NULL,'bank:7+1/14 soft open:7',NULL,NULL,0);
INSERT INTO "event" VALUES(4,1,1000000,'opened',0,101,NULL,NULL,30,0);
INSERT INTO "event" VALUES(4,2,1000000,'joined',1,4000002,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(4,3,1000000,'seated',0,101,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(4,4,1000000,'seated',1,4000002,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(4,5,1000000,'began',NULL,NULL,NULL,0,NULL,0);
INSERT INTO "event" VALUES(4,6,1000000,'moved',0,101,'Pa4-a5',1,34,0);
INSERT INTO "event" VALUES(5,1,1000000,'opened',0,101,NULL,NULL,37,0);
INSERT INTO "event" VALUES(5,2,1000000,'agreed',NULL,NULL,'bank:7+1/14 soft open:7',NULL,NULL,0);
INSERT INTO "event" VALUES(5,3,1000000,'invited',NULL,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(5,4,1000000,'joined',NULL,102,NULL,NULL,38,0);
INSERT INTO "event" VALUES(5,5,1000000,'seated',0,101,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(5,6,1000000,'seated',1,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(5,7,1000000,'began',NULL,NULL,NULL,0,NULL,0);
INSERT INTO "event" VALUES(5,8,1000000,'moved',0,101,'K@aa4',1,46,0);
INSERT INTO "event" VALUES(5,9,1000000,'moved',1,102,'K@ca5',0,52,0);
INSERT INTO "event" VALUES(5,10,1000000,'moved',0,101,'R@ba4',1,58,0);
INSERT INTO "event" VALUES(5,11,1000000,'moved',1,102,'R@ba5',0,64,0);
INSERT INTO "event" VALUES(5,12,1000000,'moved',0,101,'R@da4',1,70,0);
INSERT INTO "event" VALUES(5,13,1000000,'moved',1,102,'R@da5',0,76,0);
INSERT INTO "event" VALUES(6,1,1000000,'opened',0,101,NULL,NULL,77,0);
INSERT INTO "event" VALUES(6,2,1000000,'agreed',NULL,NULL,'bank:7+1/14 soft open:7',NULL,NULL,0);
INSERT INTO "event" VALUES(6,3,1000000,'joined',1,102,NULL,NULL,78,0);
INSERT INTO "event" VALUES(6,4,1000000,'joined',2,103,NULL,NULL,79,0);
INSERT INTO "event" VALUES(6,5,1000000,'joined',3,104,NULL,NULL,80,0);
INSERT INTO "event" VALUES(6,6,1000000,'seated',0,101,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(6,7,1000000,'seated',1,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(6,8,1000000,'seated',2,103,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(6,9,1000000,'seated',3,104,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(6,10,1000000,'began',NULL,NULL,NULL,0,NULL,0);
INSERT INTO "event" VALUES(6,11,1000000,'rolled',NULL,NULL,'roll:1',0,NULL,0);
INSERT INTO "event" VALUES(6,12,1000000,'moved',0,101,'Pa6-a5',1,85,0);
INSERT INTO "event" VALUES(6,13,1000000,'rolled',NULL,NULL,'roll:2',1,NULL,0);
INSERT INTO "event" VALUES(6,14,1000000,'moved',1,102,'Bb2-d4',2,89,0);
INSERT INTO "event" VALUES(6,15,1000000,'rolled',NULL,NULL,'roll:3',2,NULL,0);
INSERT INTO "event" VALUES(6,16,1000000,'moved',2,103,'Nh2-f3',3,93,0);
INSERT INTO "event" VALUES(6,17,1000000,'rolled',NULL,NULL,'roll:4',0,NULL,0);
INSERT INTO "event" VALUES(6,18,1000000,'rolled',NULL,NULL,'roll:5',1,NULL,0);
INSERT INTO "event" VALUES(6,19,1000000,'rolled',NULL,NULL,'roll:6',1,NULL,0);
INSERT INTO "event" VALUES(6,20,1000000,'moved',1,102,'Ka1-b2',2,97,0);
INSERT INTO "event" VALUES(6,21,1000000,'rolled',NULL,NULL,'roll:1',2,NULL,0);
INSERT INTO "event" VALUES(6,22,1000000,'moved',2,103,'Pf1-e1',3,101,0);
INSERT INTO "event" VALUES(6,23,1000000,'rolled',NULL,NULL,'roll:2',3,NULL,0);
INSERT INTO "event" VALUES(6,24,1000000,'moved',3,104,'Bg7-e5',0,105,0);
INSERT INTO "event" VALUES(6,25,1000000,'rolled',NULL,NULL,'roll:3',0,NULL,0);
INSERT INTO "event" VALUES(6,26,1000000,'moved',0,101,'Na7-c6',1,109,0);
INSERT INTO "event" VALUES(6,27,1000000,'rolled',NULL,NULL,'roll:4',1,NULL,0);
INSERT INTO "event" VALUES(6,28,1000000,'moved',1,102,'Rb1-a1',2,113,0);
INSERT INTO "event" VALUES(6,29,1000000,'rolled',NULL,NULL,'roll:5',3,NULL,0);
INSERT INTO "event" VALUES(6,30,1000000,'rolled',NULL,NULL,'roll:6',3,NULL,0);
INSERT INTO "event" VALUES(7,1,1000000,'opened',0,101,NULL,NULL,114,0);
INSERT INTO "event" VALUES(7,2,1000000,'agreed',NULL,NULL,'bank:7+1/14 soft open:7',NULL,NULL,0);
INSERT INTO "event" VALUES(7,3,1000000,'invited',NULL,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(7,4,1000000,'joined',NULL,102,NULL,NULL,115,0);
INSERT INTO "event" VALUES(7,5,1000000,'seated',0,101,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(7,6,1000000,'seated',1,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(7,7,1000000,'began',NULL,NULL,NULL,0,NULL,0);
INSERT INTO "event" VALUES(7,8,1000000,'moved',0,101,'a1+b1',1,120,0);
INSERT INTO "event" VALUES(8,1,1108000,'opened',0,101,NULL,NULL,121,1);
INSERT INTO "event" VALUES(8,2,1108000,'agreed',NULL,NULL,'bank:7+1/14 soft open:7',NULL,NULL,1);
INSERT INTO "event" VALUES(8,3,1108000,'invited',NULL,102,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(8,4,1108000,'joined',NULL,102,NULL,NULL,122,1);
INSERT INTO "event" VALUES(8,5,1108000,'seated',0,101,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(8,6,1108000,'seated',1,102,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(8,7,1108000,'began',NULL,NULL,NULL,0,NULL,1);
INSERT INTO "event" VALUES(8,8,1108000,'moved',0,101,'a1+b1',1,127,1);
CREATE TABLE former_plan (
    game   INTEGER NOT NULL REFERENCES game (id),
    number INTEGER NOT NULL,
    ply    INTEGER NOT NULL,
    user   INTEGER NOT NULL,
    line   TEXT    NOT NULL,
    text   TEXT    NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
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
, changed INTEGER NOT NULL DEFAULT 0, deadline INTEGER, runs INTEGER, due INTEGER, rematch INTEGER REFERENCES game (id), table_channel INTEGER, table_message INTEGER, audience TEXT CHECK (audience IN ('players', 'channel', 'server')), practice INTEGER NOT NULL DEFAULT 0 CHECK (practice IN (0, 1)), free INTEGER NOT NULL DEFAULT 0, shared INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1)), outside INTEGER NOT NULL DEFAULT 0 CHECK (outside IN (0, 1)), choices TEXT) STRICT;
INSERT INTO "game" VALUES(1,'abstract','{"powers":"neto","turn":"single"}',1,500,900,NULL,1000000,11,'over','won:black:resignation 0,4 2,1',1000000,2,11,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,0,0,NULL);
INSERT INTO "game" VALUES(2,'abstract','{"powers":"neto","turn":"single"}',1,500,900,NULL,1000000,10,'playing',NULL,1000000,3,10,1777600,1086400,1432000,NULL,NULL,NULL,NULL,0,0,0,0,NULL);
INSERT INTO "game" VALUES(3,'abstract','{"powers":"neto","turn":"single"}',1,500,900,NULL,1000000,2,'open',NULL,1000000,0,2,1691200,1086400,1691200,NULL,NULL,NULL,NULL,0,1,0,0,NULL);
INSERT INTO "game" VALUES(4,'towers','{}',2,500,900,NULL,1000000,6,'playing',NULL,1000000,1,6,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,0,0,NULL);
INSERT INTO "game" VALUES(5,'tower','{"board":"tower","edges":"walled","mutator":"anywhere","pawns":"standard","planar":"area","riders":"linear","rules":"chess","seed":"0","setup":"original"}',2,500,900,NULL,1000000,13,'playing',NULL,1000000,6,13,1950400,1086400,1518400,NULL,NULL,NULL,NULL,0,0,0,0,NULL);
INSERT INTO "game" VALUES(6,'seasons','{"array":"murray","dice":"on","mated":"conquered","stake_capture":"1","stake_check":"1","stake_entry":"0","stake_mate":"1","stakes":"off"}',1,500,900,NULL,1000000,30,'playing',NULL,1000000,8,30,1777600,1086400,1432000,NULL,NULL,NULL,NULL,0,0,0,0,NULL);
INSERT INTO "game" VALUES(7,'abstract','{"powers":"neto","turn":"single"}',1,500,900,NULL,1000000,8,'playing',NULL,1000000,1,8,1691200,1086400,1388800,NULL,NULL,NULL,NULL,0,0,0,0,NULL);
INSERT INTO "game" VALUES(8,'abstract','{"powers":"neto","turn":"single"}',1,500,900,NULL,1108000,8,'playing',NULL,1108000,1,8,1712800,1108000,1410400,NULL,NULL,NULL,NULL,0,0,0,0,NULL);
CREATE TABLE guest (
    game    INTEGER NOT NULL REFERENCES game (id),
    number  INTEGER NOT NULL,
    user    INTEGER NOT NULL,
    wish    INTEGER,
    invited INTEGER NOT NULL CHECK (invited IN (0, 1)),
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "guest" VALUES(3,1,103,0,0);
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;
INSERT INTO "heartbeat" VALUES(1,1108000);
CREATE TABLE lesson (
    user  INTEGER NOT NULL,
    topic TEXT    NOT NULL,
    PRIMARY KEY (user, topic)
) STRICT, WITHOUT ROWID;
INSERT INTO "lesson" VALUES(101,'abstract:capture');
INSERT INTO "lesson" VALUES(101,'abstract:transfer');
INSERT INTO "lesson" VALUES(101,'seasons.dice');
INSERT INTO "lesson" VALUES(101,'seasons.men');
INSERT INTO "lesson" VALUES(101,'tower:anywhere');
INSERT INTO "lesson" VALUES(102,'abstract:capture');
INSERT INTO "lesson" VALUES(102,'abstract:transfer');
INSERT INTO "lesson" VALUES(102,'seasons.dice');
INSERT INTO "lesson" VALUES(102,'seasons.men');
INSERT INTO "lesson" VALUES(102,'tower:anywhere');
INSERT INTO "lesson" VALUES(103,'seasons.dice');
INSERT INTO "lesson" VALUES(103,'seasons.men');
INSERT INTO "lesson" VALUES(104,'seasons.dice');
INSERT INTO "lesson" VALUES(104,'seasons.men');
CREATE TABLE member (
    guild  INTEGER NOT NULL,
    key    TEXT    NOT NULL,
    user   INTEGER NOT NULL,
    rating REAL,
    PRIMARY KEY (guild, key, user)
) STRICT, WITHOUT ROWID;
INSERT INTO "member" VALUES(500,'abstract',101,NULL);
INSERT INTO "member" VALUES(500,'abstract',102,NULL);
INSERT INTO "member" VALUES(500,'seasons',101,NULL);
INSERT INTO "member" VALUES(500,'seasons',102,NULL);
INSERT INTO "member" VALUES(500,'seasons',103,NULL);
INSERT INTO "member" VALUES(500,'seasons',104,NULL);
INSERT INTO "member" VALUES(500,'tower',101,NULL);
INSERT INTO "member" VALUES(500,'tower',102,NULL);
INSERT INTO "member" VALUES(500,'towers',101,NULL);
CREATE TABLE nag (
    user  INTEGER PRIMARY KEY,
    count INTEGER NOT NULL
) STRICT;
CREATE TABLE note (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    game   INTEGER NOT NULL REFERENCES game (id),
    user   INTEGER NOT NULL,
    ply    INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    sealed INTEGER NOT NULL CHECK (sealed IN (0, 1)),
    text   TEXT    NOT NULL
) STRICT;
CREATE TABLE offer (
    game INTEGER NOT NULL REFERENCES game (id),
    kind TEXT    NOT NULL,
    seat INTEGER NOT NULL,
    ply  INTEGER NOT NULL,
    user INTEGER NOT NULL,
    at   INTEGER NOT NULL,
    PRIMARY KEY (game, kind, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "offer" VALUES(2,'draw',0,10,101,1000000);
CREATE TABLE outage (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT;
INSERT INTO "outage" VALUES(1,1021600,1108000);
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
INSERT INTO "outbox" VALUES(1,1,3,NULL,'{"why":"board","mention":[102]}',1000000,1000030,0,0,1021600,1,0);
INSERT INTO "outbox" VALUES(2,1,7,NULL,'{"why":"board","mention":[101]}',1000000,1000030,0,0,1021600,2,0);
INSERT INTO "outbox" VALUES(3,1,8,NULL,'{"why":"board","mention":[102]}',1000000,1000030,0,0,1021600,7,0);
INSERT INTO "outbox" VALUES(4,1,9,NULL,'{"why":"board","mention":[101]}',1000000,1000030,0,0,1021600,11,0);
INSERT INTO "outbox" VALUES(5,1,11,NULL,'{"why":"board","mention":[102]}',1000000,1000030,0,0,1021600,12,0);
INSERT INTO "outbox" VALUES(6,1,11,NULL,'{"why":"archive"}',1000000,1086400,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(7,2,3,NULL,'{"why":"board","mention":[102]}',1000000,1000030,0,0,1021600,13,0);
INSERT INTO "outbox" VALUES(8,2,7,NULL,'{"why":"board","mention":[101]}',1000000,1000030,0,0,1021600,14,0);
INSERT INTO "outbox" VALUES(9,2,8,NULL,'{"why":"board","mention":[102]}',1000000,1000030,0,0,NULL,19,0);
INSERT INTO "outbox" VALUES(10,2,9,NULL,'{"why":"board","mention":[101]}',1000000,1000030,0,0,1021600,23,0);
INSERT INTO "outbox" VALUES(11,2,10,NULL,'{"why":"board","mention":[102]}',1000000,1000030,0,0,1021600,27,0);
INSERT INTO "outbox" VALUES(12,2,10,102,'{"why":"offer","kind":"draw","user":101}',1000000,1000000,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(13,3,2,NULL,'{"why":"board","mention":[]}',1000000,1000030,0,0,1021600,29,0);
INSERT INTO "outbox" VALUES(14,5,3,NULL,'{"why":"board","mention":[102]}',1000000,1000030,0,0,1021600,37,0);
INSERT INTO "outbox" VALUES(15,5,7,NULL,'{"why":"board","mention":[101]}',1000000,1000030,0,0,1021600,38,0);
INSERT INTO "outbox" VALUES(16,5,8,NULL,'{"why":"board","mention":[102]}',1000000,1000030,0,0,NULL,46,0);
INSERT INTO "outbox" VALUES(17,5,9,NULL,'{"why":"board","mention":[101]}',1000000,1000030,0,0,NULL,52,0);
INSERT INTO "outbox" VALUES(18,5,10,NULL,'{"why":"board","mention":[102]}',1000000,1000030,0,0,NULL,58,0);
INSERT INTO "outbox" VALUES(19,5,11,NULL,'{"why":"board","mention":[101]}',1000000,1000030,0,0,NULL,64,0);
INSERT INTO "outbox" VALUES(20,5,12,NULL,'{"why":"board","mention":[102]}',1000000,1000030,0,0,NULL,70,0);
INSERT INTO "outbox" VALUES(21,5,13,NULL,'{"why":"board","mention":[101]}',1000000,1000030,0,0,1021600,76,0);
INSERT INTO "outbox" VALUES(22,6,2,NULL,'{"why":"board","mention":[]}',1000000,1000030,0,0,1021600,77,0);
INSERT INTO "outbox" VALUES(23,6,3,101,'{"why":"joined","user":102}',1000000,1000000,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(24,6,4,101,'{"why":"joined","user":103}',1000000,1000000,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(25,6,11,NULL,'{"why":"board","mention":[102,103,101]}',1000000,1000030,0,0,1021600,80,0);
INSERT INTO "outbox" VALUES(26,6,13,NULL,'{"why":"board","mention":[102]}',1000000,1000030,0,0,NULL,85,0);
INSERT INTO "outbox" VALUES(27,6,15,NULL,'{"why":"board","mention":[103]}',1000000,1000030,0,0,NULL,89,0);
INSERT INTO "outbox" VALUES(28,6,19,NULL,'{"why":"board","mention":[102]}',1000000,1000030,0,0,NULL,93,0);
INSERT INTO "outbox" VALUES(29,6,21,NULL,'{"why":"board","mention":[103]}',1000000,1000030,0,0,NULL,97,0);
INSERT INTO "outbox" VALUES(30,6,23,NULL,'{"why":"board","mention":[104]}',1000000,1000030,0,0,NULL,101,0);
INSERT INTO "outbox" VALUES(31,6,25,NULL,'{"why":"board","mention":[101]}',1000000,1000030,0,0,NULL,105,0);
INSERT INTO "outbox" VALUES(32,6,27,NULL,'{"why":"board","mention":[102]}',1000000,1000030,0,0,1021600,109,0);
INSERT INTO "outbox" VALUES(33,6,30,NULL,'{"why":"board","mention":[104]}',1000000,1000030,0,0,1021600,113,0);
INSERT INTO "outbox" VALUES(34,7,3,NULL,'{"why":"board","mention":[102]}',1000000,1000030,0,0,1021600,114,0);
INSERT INTO "outbox" VALUES(35,7,7,NULL,'{"why":"board","mention":[101]}',1000000,1000030,0,0,1021600,115,0);
INSERT INTO "outbox" VALUES(36,7,8,NULL,'{"why":"board","mention":[102]}',1000000,1000030,0,0,NULL,120,0);
INSERT INTO "outbox" VALUES(37,8,3,NULL,'{"why":"board","mention":[102]}',1108000,1108030,0,0,1108000,121,0);
INSERT INTO "outbox" VALUES(38,8,7,NULL,'{"why":"board","mention":[101]}',1108000,1108030,0,0,1108000,122,0);
INSERT INTO "outbox" VALUES(39,8,8,NULL,'{"why":"board","mention":[102]}',1108000,1108030,0,0,NULL,127,0);
CREATE TABLE placing_count (
    user    INTEGER NOT NULL,
    key     TEXT    NOT NULL,
    placing INTEGER NOT NULL,
    times   INTEGER NOT NULL,
    PRIMARY KEY (user, key, placing)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE rating_band (
    guild   INTEGER NOT NULL,
    key     TEXT    NOT NULL,
    band    INTEGER NOT NULL,
    members INTEGER NOT NULL,
    PRIMARY KEY (guild, key, band)
) STRICT, WITHOUT ROWID;
CREATE TABLE reliability (
    user      INTEGER PRIMARY KEY,
    finished  INTEGER NOT NULL,
    abandoned INTEGER NOT NULL
) STRICT;
INSERT INTO "reliability" VALUES(101,1,0);
INSERT INTO "reliability" VALUES(102,1,0);
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
INSERT INTO "seat" VALUES(1,0,1,101,5,NULL,0,0,0,2,1000000);
INSERT INTO "seat" VALUES(1,1,1,102,6,NULL,0,0,4,1,1000000);
INSERT INTO "seat" VALUES(2,0,1,101,5,NULL,1,0,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(2,1,1,102,6,NULL,1,1,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(4,0,1,101,3,NULL,1,0,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(4,1,1,4000002,4,NULL,1,1,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(5,0,1,101,5,NULL,1,1,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(5,1,1,102,6,NULL,1,0,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(6,0,1,101,6,NULL,1,0,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(6,1,1,102,7,NULL,1,0,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(6,2,1,103,8,NULL,1,0,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(6,3,1,104,9,NULL,1,1,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(7,0,1,101,5,NULL,1,0,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(7,1,1,102,6,NULL,1,1,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(8,0,1,101,5,NULL,1,0,NULL,NULL,1108000);
INSERT INTO "seat" VALUES(8,1,1,102,6,NULL,1,1,NULL,NULL,1108000);
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
CREATE TABLE usage (
    user INTEGER NOT NULL,
    what TEXT    NOT NULL,
    whom INTEGER,
    at   INTEGER NOT NULL
) STRICT;
INSERT INTO "usage" VALUES(101,'invite',102,1108000);
CREATE TABLE vacation (
    user  INTEGER NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (user, since)
) STRICT, WITHOUT ROWID;
CREATE INDEX game_home ON game (home, phase) WHERE home IS NOT NULL;
CREATE UNIQUE INDEX event_interaction ON event (interaction) WHERE interaction IS NOT NULL;
CREATE INDEX seat_user ON seat (user, game);
CREATE INDEX seat_live ON seat (user) WHERE live = 1;
CREATE INDEX guest_user ON guest (user);
CREATE INDEX game_due ON game (due) WHERE due IS NOT NULL;
CREATE INDEX outage_until ON outage (until);
CREATE INDEX outbox_ready ON outbox (ready) WHERE done IS NULL;
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
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('game',8);
INSERT INTO "sqlite_sequence" VALUES('outbox',39);
INSERT INTO "sqlite_sequence" VALUES('outage',1);
COMMIT;
