-- A database as the last version before migration 0002 wrote it.
BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO "_sqlx_migrations" VALUES(1,'matches','2026-11-22 02:04:28',1,X'38A58F84BA0C4B60E8EB41B4E267DB8F6468A7F65702FEC28A1C4DACBFED810690F3DE0B5A895BA6183FE58DC1A3AE3F',11440336);
CREATE TABLE checkpoint (
    game     INTEGER NOT NULL REFERENCES game (id),
    ply      INTEGER NOT NULL,
    standing TEXT    NOT NULL,
    position TEXT    NOT NULL,
    digest   TEXT    NOT NULL,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
INSERT INTO "checkpoint" VALUES(7,16,'{"table":{"size":4,"ply":16,"phase":"Playing","opener":101,"guests":[],"invited":[],"tenures":[{"seat":0,"user":101,"from":8,"until":null},{"seat":1,"user":102,"from":9,"until":null},{"seat":2,"user":103,"from":10,"until":null},{"seat":3,"user":104,"from":11,"until":null}],"out":[],"turn":0,"since":1001850,"moves":4,"round":1,"mover":3},"options":{"array":"murray","dice":"off","mated":"conquered","stake_capture":"1","stake_check":"1","stake_entry":"0","stake_mate":"1","stakes":"off"}}','{"rules":1,"position":"gK,gR,gP>,2,wP<,wR,wK/gN,gB,gP>,2,wP<,wB,wN/gPv,5,wPv,1/1,gPv,5,wPv/8/rP^,rP^,rN,3,bP^,bP^/1,rB,rP>,1,bP<,1,bB,bN/rK,rR,rP>,2,bP<,bR,bK g grbw - 0","memory":"[{\"exits\":[],\"throw\":null,\"ledger\":null,\"trail\":[47,39],\"rolled\":false},[]]","history":[["d29398f9b922904436b547a6eeb4f32a",false,0],["f0fd6fc9d6b1a42cb75d7b95278896a1",false,1],["098a53b4d97fb682d02bc21b3abdcf61",false,2],["975c6cd42c8808e414b5b2c7ed4893d2",false,3],["bea70e1081a60d067224a09146847c1c",false,0]]}','a42fabd5aa812b08caa8b4ee7a8940de');
CREATE TABLE event (
    game        INTEGER NOT NULL REFERENCES game (id),
    ply         INTEGER NOT NULL CHECK (ply > 0),
    at          INTEGER NOT NULL,
    kind        TEXT    NOT NULL,
    seat        INTEGER,
    user        INTEGER,
    text        TEXT,
    next        INTEGER,
    interaction INTEGER,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
INSERT INTO "event" VALUES(1,1,1000000,'opened',0,101,NULL,NULL,1);
INSERT INTO "event" VALUES(1,2,1000000,'invited',NULL,102,NULL,NULL,NULL);
INSERT INTO "event" VALUES(1,3,1000000,'joined',NULL,102,NULL,NULL,2);
INSERT INTO "event" VALUES(1,4,1000000,'seated',0,101,NULL,NULL,NULL);
INSERT INTO "event" VALUES(1,5,1000000,'seated',1,102,NULL,NULL,NULL);
INSERT INTO "event" VALUES(1,6,1000000,'began',NULL,NULL,NULL,0,NULL);
INSERT INTO "event" VALUES(1,7,1000000,'moved',0,101,'Nb1-c3',1,3);
INSERT INTO "event" VALUES(1,8,1000000,'moved',1,102,'Nb8-c6',0,4);
INSERT INTO "event" VALUES(1,9,1000000,'resigned',0,101,NULL,0,5);
INSERT INTO "event" VALUES(1,10,1000000,'ended',NULL,NULL,'won:black:resignation 0,4 2,1',NULL,NULL);
INSERT INTO "event" VALUES(2,1,1000000,'opened',0,101,NULL,NULL,6);
INSERT INTO "event" VALUES(2,2,1000000,'invited',NULL,102,NULL,NULL,NULL);
INSERT INTO "event" VALUES(2,3,1000000,'joined',NULL,102,NULL,NULL,7);
INSERT INTO "event" VALUES(2,4,1000000,'seated',0,101,NULL,NULL,NULL);
INSERT INTO "event" VALUES(2,5,1000000,'seated',1,102,NULL,NULL,NULL);
INSERT INTO "event" VALUES(2,6,1000000,'began',NULL,NULL,NULL,0,NULL);
INSERT INTO "event" VALUES(2,7,1000000,'moved',0,101,'Nb1-c3',1,8);
INSERT INTO "event" VALUES(2,8,1000100,'moved',1,102,'Nb8-c6',0,9);
INSERT INTO "event" VALUES(2,9,1000200,'moved',0,101,'Nc3-b1',1,10);
INSERT INTO "event" VALUES(2,10,1000300,'moved',1,102,'Nc6-b8',0,11);
INSERT INTO "event" VALUES(2,11,1000400,'moved',0,101,'Nb1-c3',1,12);
INSERT INTO "event" VALUES(2,12,1000500,'moved',1,102,'Nb8-c6',0,13);
INSERT INTO "event" VALUES(2,13,1000600,'moved',0,101,'Nc3-b1',1,14);
INSERT INTO "event" VALUES(2,14,1000700,'moved',1,102,'Nc6-b8',0,15);
INSERT INTO "event" VALUES(2,15,1000700,'ended',NULL,NULL,'draw:repetition 2,2 1,1',NULL,NULL);
INSERT INTO "event" VALUES(3,1,1000800,'opened',0,103,NULL,NULL,19);
INSERT INTO "event" VALUES(4,1,1000800,'opened',0,101,NULL,NULL,20);
INSERT INTO "event" VALUES(4,2,1000800,'invited',NULL,102,NULL,NULL,NULL);
INSERT INTO "event" VALUES(5,1,1000800,'opened',0,101,NULL,NULL,21);
INSERT INTO "event" VALUES(5,2,1000800,'invited',NULL,102,NULL,NULL,NULL);
INSERT INTO "event" VALUES(5,3,1000800,'joined',1,102,NULL,NULL,22);
INSERT INTO "event" VALUES(5,4,1000800,'seated',0,101,NULL,NULL,NULL);
INSERT INTO "event" VALUES(5,5,1000800,'seated',1,102,NULL,NULL,NULL);
INSERT INTO "event" VALUES(5,6,1000800,'began',NULL,NULL,NULL,0,NULL);
INSERT INTO "event" VALUES(5,7,1000800,'moved',0,101,'Nb1-a3',1,27);
INSERT INTO "event" VALUES(5,8,1000850,'moved',1,102,'a7+b7',0,32);
INSERT INTO "event" VALUES(5,9,1000900,'moved',0,101,'c1+c2',1,37);
INSERT INTO "event" VALUES(5,10,1000950,'moved',1,102,'c7+d7',0,42);
INSERT INTO "event" VALUES(5,11,1001000,'moved',0,101,'Nc1-b3',1,47);
INSERT INTO "event" VALUES(5,12,1001050,'moved',1,102,'Nd7-c5',0,52);
INSERT INTO "event" VALUES(5,13,1001100,'moved',0,101,'Qd1-b1',1,57);
INSERT INTO "event" VALUES(5,14,1001150,'moved',1,102,'Nb7-d6',0,62);
INSERT INTO "event" VALUES(5,15,1001200,'moved',0,101,'Qb1-d1',1,67);
INSERT INTO "event" VALUES(6,1,1001250,'opened',0,101,NULL,NULL,68);
INSERT INTO "event" VALUES(6,2,1001250,'invited',NULL,102,NULL,NULL,NULL);
INSERT INTO "event" VALUES(6,3,1001250,'joined',1,102,NULL,NULL,69);
INSERT INTO "event" VALUES(6,4,1001250,'seated',0,101,NULL,NULL,NULL);
INSERT INTO "event" VALUES(6,5,1001250,'seated',1,102,NULL,NULL,NULL);
INSERT INTO "event" VALUES(6,6,1001250,'began',NULL,NULL,NULL,0,NULL);
INSERT INTO "event" VALUES(6,7,1001250,'moved',0,101,'g1>h3:m1,m2,n1,n2',1,74);
INSERT INTO "event" VALUES(6,8,1001300,'moved',1,102,'b7>b6:c13,c14,d13,d14',0,79);
INSERT INTO "event" VALUES(6,9,1001350,'moved',0,101,'h1>g1:o1,o2,p1,p2',1,84);
INSERT INTO "event" VALUES(6,10,1001400,'moved',1,102,'a7>a6:a13,a14,b13,b14',0,89);
INSERT INTO "event" VALUES(6,11,1001450,'moved',0,101,'g1>h1:m1,m2,n1,n2',1,94);
INSERT INTO "event" VALUES(6,12,1001500,'moved',1,102,'b6>b5:c11,c12,d11,d12',0,99);
INSERT INTO "event" VALUES(6,13,1001550,'moved',0,101,'h1>g1:o1,o2,p1,p2',1,104);
INSERT INTO "event" VALUES(6,14,1001600,'moved',1,102,'a6>a5:a11,a12,b11,b12',0,109);
INSERT INTO "event" VALUES(6,15,1001650,'moved',0,101,'g1>h1:m1,m2,n1,n2',1,114);
INSERT INTO "event" VALUES(7,1,1001700,'opened',0,101,NULL,NULL,115);
INSERT INTO "event" VALUES(7,2,1001700,'invited',NULL,102,NULL,NULL,NULL);
INSERT INTO "event" VALUES(7,3,1001700,'invited',NULL,103,NULL,NULL,NULL);
INSERT INTO "event" VALUES(7,4,1001700,'invited',NULL,104,NULL,NULL,NULL);
INSERT INTO "event" VALUES(7,5,1001700,'joined',1,102,NULL,NULL,116);
INSERT INTO "event" VALUES(7,6,1001700,'joined',2,103,NULL,NULL,117);
INSERT INTO "event" VALUES(7,7,1001700,'joined',3,104,NULL,NULL,118);
INSERT INTO "event" VALUES(7,8,1001700,'seated',0,101,NULL,NULL,NULL);
INSERT INTO "event" VALUES(7,9,1001700,'seated',1,102,NULL,NULL,NULL);
INSERT INTO "event" VALUES(7,10,1001700,'seated',2,103,NULL,NULL,NULL);
INSERT INTO "event" VALUES(7,11,1001700,'seated',3,104,NULL,NULL,NULL);
INSERT INTO "event" VALUES(7,12,1001700,'began',NULL,NULL,NULL,0,NULL);
INSERT INTO "event" VALUES(7,13,1001700,'moved',0,101,'Pb6-b5',1,123);
INSERT INTO "event" VALUES(7,14,1001750,'moved',1,102,'Na2-c3',2,128);
INSERT INTO "event" VALUES(7,15,1001800,'moved',2,103,'Pf2-e2',3,133);
INSERT INTO "event" VALUES(7,16,1001850,'moved',3,104,'Ph6-h5',0,138);
INSERT INTO "event" VALUES(7,17,1001900,'moved',0,101,'Pa6-a5',1,143);
INSERT INTO "event" VALUES(7,18,1001950,'moved',1,102,'Pc1-d1',2,148);
INSERT INTO "event" VALUES(7,19,1002000,'moved',2,103,'Pe2-d2',3,153);
INSERT INTO "event" VALUES(7,20,1002050,'moved',3,104,'Pg6-g5',0,158);
INSERT INTO "event" VALUES(7,21,1002100,'moved',0,101,'Pb5-b4',1,163);
INSERT INTO "event" VALUES(8,1,1002150,'opened',0,101,NULL,NULL,164);
INSERT INTO "event" VALUES(8,2,1002150,'invited',NULL,102,NULL,NULL,NULL);
INSERT INTO "event" VALUES(8,3,1002150,'joined',1,102,NULL,NULL,165);
INSERT INTO "event" VALUES(8,4,1002150,'seated',0,101,NULL,NULL,NULL);
INSERT INTO "event" VALUES(8,5,1002150,'seated',1,102,NULL,NULL,NULL);
INSERT INTO "event" VALUES(8,6,1002150,'began',NULL,NULL,NULL,0,NULL);
INSERT INTO "event" VALUES(8,7,1002150,'moved',0,101,'Cbc1-cb3',1,172);
INSERT INTO "event" VALUES(8,8,1002200,'moved',1,102,'Cbc8-cb6',0,179);
INSERT INTO "event" VALUES(8,9,1002250,'moved',0,101,'Bcd1-bc1',1,182);
INSERT INTO "event" VALUES(8,10,1002300,'moved',1,102,'Bcb8-bc8',0,185);
INSERT INTO "event" VALUES(8,11,1002350,'moved',0,101,'Bde1-cd1',1,190);
INSERT INTO "event" VALUES(8,12,1002400,'moved',1,102,'Bbc8-cb8',0,195);
INSERT INTO "event" VALUES(8,13,1002450,'moved',0,101,'Bcd1-de1',1,198);
INSERT INTO "event" VALUES(8,14,1002500,'moved',1,102,'Bcb8-bc8',0,201);
INSERT INTO "event" VALUES(8,15,1002550,'moved',0,101,'Bde1-cd1',1,206);
INSERT INTO "event" VALUES(9,1,1002600,'opened',0,101,NULL,NULL,207);
INSERT INTO "event" VALUES(9,2,1002600,'invited',NULL,102,NULL,NULL,NULL);
INSERT INTO "event" VALUES(9,3,1002600,'joined',1,102,NULL,NULL,208);
INSERT INTO "event" VALUES(9,4,1002600,'seated',0,101,NULL,NULL,NULL);
INSERT INTO "event" VALUES(9,5,1002600,'seated',1,102,NULL,NULL,NULL);
INSERT INTO "event" VALUES(9,6,1002600,'began',NULL,NULL,NULL,0,NULL);
INSERT INTO "event" VALUES(9,7,1002600,'moved',0,101,'Pb4-b5',1,213);
INSERT INTO "event" VALUES(9,8,1002650,'moved',1,102,'Rc10&d10',0,218);
INSERT INTO "event" VALUES(9,9,1002700,'moved',0,101,'Pa4-b4',1,223);
INSERT INTO "event" VALUES(9,10,1002750,'moved',1,102,'Md10-c8',0,228);
INSERT INTO "event" VALUES(9,11,1002800,'moved',0,101,'Pb4&b5',1,233);
INSERT INTO "event" VALUES(9,12,1002850,'moved',1,102,'Md11-d10',0,238);
INSERT INTO "event" VALUES(9,13,1002900,'moved',0,101,'Pb5-a5',1,243);
INSERT INTO "event" VALUES(9,14,1002950,'moved',1,102,'Ke11-d11',0,248);
INSERT INTO "event" VALUES(9,15,1003000,'moved',0,101,'Pb5-c5',1,253);
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
) STRICT;
INSERT INTO "game" VALUES(1,'abstract','{"powers":"neto","turn":"single"}',1,500,900,NULL,1000000,10,'over','won:black:resignation 0,4 2,1',1000000,2);
INSERT INTO "game" VALUES(2,'abstract','{"powers":"neto","turn":"single"}',1,500,900,NULL,1000000,15,'over','draw:repetition 2,2 1,1',1000700,8);
INSERT INTO "game" VALUES(3,'abstract','{"powers":"neto","turn":"single"}',1,500,900,NULL,1000800,1,'open',NULL,1000800,0);
INSERT INTO "game" VALUES(4,'abstract','{"powers":"neto","turn":"single"}',1,500,900,NULL,1000800,2,'open',NULL,1000800,0);
INSERT INTO "game" VALUES(5,'abstract','{"powers":"neto","turn":"single"}',1,500,900,NULL,1000800,15,'playing',NULL,1001200,9);
INSERT INTO "game" VALUES(6,'fourfold','{}',1,500,900,NULL,1001250,15,'playing',NULL,1001650,9);
INSERT INTO "game" VALUES(7,'seasons','{"array":"murray","dice":"off","mated":"conquered","stake_capture":"1","stake_check":"1","stake_entry":"0","stake_mate":"1","stakes":"off"}',1,500,900,NULL,1001700,21,'playing',NULL,1002100,9);
INSERT INTO "game" VALUES(8,'tower','{"board":"tower","edges":"walled","pawns":"standard","planar":"area","riders":"linear","rules":"chess","seed":"0","setup":"original"}',1,500,900,NULL,1002150,15,'playing',NULL,1002550,9);
INSERT INTO "game" VALUES(9,'towers','{}',1,500,900,NULL,1002600,15,'playing',NULL,1003000,9);
CREATE TABLE guest (
    game    INTEGER NOT NULL REFERENCES game (id),
    number  INTEGER NOT NULL,
    user    INTEGER NOT NULL,
    wish    INTEGER,
    invited INTEGER NOT NULL CHECK (invited IN (0, 1)),
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "guest" VALUES(3,1,103,0,0);
INSERT INTO "guest" VALUES(4,1,101,0,0);
INSERT INTO "guest" VALUES(4,2,102,NULL,1);
CREATE TABLE lesson (
    user  INTEGER NOT NULL,
    topic TEXT    NOT NULL,
    PRIMARY KEY (user, topic)
) STRICT, WITHOUT ROWID;
INSERT INTO "lesson" VALUES(101,'abstract:capture');
INSERT INTO "lesson" VALUES(101,'abstract:transfer');
INSERT INTO "lesson" VALUES(101,'fourfold.quads');
INSERT INTO "lesson" VALUES(101,'seasons.men');
INSERT INTO "lesson" VALUES(102,'abstract:capture');
INSERT INTO "lesson" VALUES(102,'abstract:transfer');
INSERT INTO "lesson" VALUES(102,'fourfold.quads');
INSERT INTO "lesson" VALUES(102,'seasons.men');
INSERT INTO "lesson" VALUES(103,'seasons.men');
INSERT INTO "lesson" VALUES(104,'seasons.men');
CREATE TABLE offer (
    game INTEGER NOT NULL REFERENCES game (id),
    kind TEXT    NOT NULL,
    seat INTEGER NOT NULL,
    ply  INTEGER NOT NULL,
    user INTEGER NOT NULL,
    at   INTEGER NOT NULL,
    PRIMARY KEY (game, kind, seat)
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
    placing  INTEGER,
    PRIMARY KEY (game, number, tenure)
) STRICT, WITHOUT ROWID;
INSERT INTO "seat" VALUES(1,0,1,101,4,NULL,0,0,0,2);
INSERT INTO "seat" VALUES(1,1,1,102,5,NULL,0,0,4,1);
INSERT INTO "seat" VALUES(2,0,1,101,4,NULL,0,0,2,1);
INSERT INTO "seat" VALUES(2,1,1,102,5,NULL,0,0,2,1);
INSERT INTO "seat" VALUES(5,0,1,101,4,NULL,1,0,NULL,NULL);
INSERT INTO "seat" VALUES(5,1,1,102,5,NULL,1,1,NULL,NULL);
INSERT INTO "seat" VALUES(6,0,1,101,4,NULL,1,0,NULL,NULL);
INSERT INTO "seat" VALUES(6,1,1,102,5,NULL,1,1,NULL,NULL);
INSERT INTO "seat" VALUES(7,0,1,101,8,NULL,1,0,NULL,NULL);
INSERT INTO "seat" VALUES(7,1,1,102,9,NULL,1,1,NULL,NULL);
INSERT INTO "seat" VALUES(7,2,1,103,10,NULL,1,0,NULL,NULL);
INSERT INTO "seat" VALUES(7,3,1,104,11,NULL,1,0,NULL,NULL);
INSERT INTO "seat" VALUES(8,0,1,101,4,NULL,1,0,NULL,NULL);
INSERT INTO "seat" VALUES(8,1,1,102,5,NULL,1,1,NULL,NULL);
INSERT INTO "seat" VALUES(9,0,1,101,4,NULL,1,0,NULL,NULL);
INSERT INTO "seat" VALUES(9,1,1,102,5,NULL,1,1,NULL,NULL);
CREATE TABLE setting (
    owner INTEGER NOT NULL,
    key   TEXT    NOT NULL,
    value TEXT    NOT NULL,
    PRIMARY KEY (owner, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX game_home ON game (home, phase) WHERE home IS NOT NULL;
CREATE UNIQUE INDEX event_interaction ON event (interaction) WHERE interaction IS NOT NULL;
CREATE INDEX seat_user ON seat (user, game);
CREATE INDEX seat_live ON seat (user) WHERE live = 1;
CREATE INDEX seat_awaited ON seat (user) WHERE awaited = 1;
CREATE INDEX guest_user ON guest (user);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('game',9);
COMMIT;
