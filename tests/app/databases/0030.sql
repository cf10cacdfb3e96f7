-- A database as the last version before migration 0032 wrote it.
BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO "_sqlx_migrations" VALUES(1,'matches','2026-11-23 05:27:59',1,X'38A58F84BA0C4B60E8EB41B4E267DB8F6468A7F65702FEC28A1C4DACBFED810690F3DE0B5A895BA6183FE58DC1A3AE3F',1646962);
INSERT INTO "_sqlx_migrations" VALUES(2,'months','2026-11-23 05:27:59',1,X'EFDB4DF3E752A7149425E98A5D257430FC9B1E6D1472FD48F38365C60C85F6F6768CFC06CC294DF9FCA0D489C415F925',5429018);
INSERT INTO "_sqlx_migrations" VALUES(3,'table message','2026-11-23 05:27:59',1,X'29C7E703E428A1E3F40FB4DDD25BB6A7A7C3BD9B2FF80FA225E1F2E4FC3EBC10F235035112A595C12F58A14B19DF3AB4',1275510);
INSERT INTO "_sqlx_migrations" VALUES(4,'notices in order','2026-11-23 05:27:59',1,X'041BB4D41DD74D28821DAD3DED3A042CCAE729FB9C98738FB089A8FCBF179E5A0E3B52723D38C3A575886AD99B8B7695',914395);
INSERT INTO "_sqlx_migrations" VALUES(5,'outages in order','2026-11-23 05:27:59',1,X'745AF9A42FA4FEAD73B0C960B7ACF804360FE258C14619184E07975E36F9E86DFCE1DE929C87A02D0A240471D6CB87E0',806436);
INSERT INTO "_sqlx_migrations" VALUES(6,'routes','2026-11-23 05:27:59',1,X'5610F5857B61E928594E487B717F384E2D23E419F74D74A6F398B0308DC92A3E989ECF50512FD9BCCA3172512E132C6B',5869591);
INSERT INTO "_sqlx_migrations" VALUES(8,'answers','2026-11-23 05:27:59',1,X'43265E9A5F0FBD45555248397534A63909D60892A87A617D0EAA5680864B61D289B7C30569C38E6C41517ABB432628DF',2288612);
INSERT INTO "_sqlx_migrations" VALUES(10,'audience','2026-11-23 05:27:59',1,X'9652912D970FCA9090DF2E83EB939BA6FBC329499B272102C5C87CAB1090DE78C5F9AD1D051EC1EFE4E5645A73E0E8E7',1105449);
INSERT INTO "_sqlx_migrations" VALUES(11,'usage','2026-11-23 05:27:59',1,X'BF3D32F8CDFCCF4B5CBB99E7F082FD92C461C1F499840BB08F55276F2C72E6706675BC912C2EFA8232AE50D9BB05CA7B',509455);
INSERT INTO "_sqlx_migrations" VALUES(12,'answered','2026-11-23 05:27:59',1,X'68DBB0B3AD7D2B67FAF310318766430691C9BC3CEF26AA6BA404CA66396640FFB53FC3D7FDC40F686D4F355EC997FE61',5858074);
INSERT INTO "_sqlx_migrations" VALUES(13,'former plans','2026-11-23 05:27:59',1,X'3C308FF9A8781C7F2EAAB3FFC9F1C5657834075294CE8772C8312B90D218489409927E8EF5B5D9DA5396141502C6441D',605909);
INSERT INTO "_sqlx_migrations" VALUES(14,'privacy and moderation','2026-11-23 05:27:59',1,X'6362142258D2ED24193260FC1121093C5DDB730233B5678177CDEFDA5BEDD4147851055F569DAD6C3B2E162C6128B10B',719476);
INSERT INTO "_sqlx_migrations" VALUES(15,'indexes','2026-11-23 05:27:59',1,X'6E314E84AC914A01DE25817B7D405B916D64ECF606E6D2C04E6617918D06B9C260586D30090027F15F508EFD946A0D90',2460117);
INSERT INTO "_sqlx_migrations" VALUES(16,'counters','2026-11-23 05:27:59',1,X'A9AD790C4DC4D8C0C53939BB736B71E6920E60EB1CFC3BC53346891C4A3F42D42AADCAF8083677487DAA95975B72D428',1699960);
INSERT INTO "_sqlx_migrations" VALUES(17,'untold','2026-11-23 05:27:59',1,X'83A8240A95E945664D1530C88E3B5C42098CB609C9EC0995665DAB0589B52C63E4C77941DBF335A4088D526EEB12248C',2207863);
INSERT INTO "_sqlx_migrations" VALUES(20,'machine','2026-11-23 05:27:59',1,X'B8126CD49AFF465E72FB1769ECD0E67072C4757CBC02329A2CB5123A0FF04414D73D3D0CF9BCF6EDF450EB1BDCA3D83C',1618299);
INSERT INTO "_sqlx_migrations" VALUES(23,'lessons and puzzles','2026-11-23 05:27:59',1,X'13EF40DA10A15C26136B3F9CF4AA4C9E02BEEE4DE8F7FDE2A6C428AC8EA13D6F831B19A5FF5B30FE032BCAD7BFB91D87',2005919);
INSERT INTO "_sqlx_migrations" VALUES(24,'open seats','2026-11-23 05:27:59',1,X'DDFC59F846317B58C0E25E7F781A2564751ACF9B497ACCCFD524903EC036F0F008DF34544879D92E92EAE261371F3E52',4709802);
INSERT INTO "_sqlx_migrations" VALUES(25,'bulletins','2026-11-23 05:27:59',1,X'A776186195A7375BF741F09C73A15EFF6701101B769416BC6B690AEF528B2D3AC0AAD9508AB9015A283524CAD8660C35',539109);
INSERT INTO "_sqlx_migrations" VALUES(28,'bands','2026-11-23 05:27:59',1,X'A88127D8FE7CB1EA1B3078BBCD2AB80ECCD1429CD81FAD7540A9737C221DD78F3D5FCE8E0307A74A908C5216964076A8',1405093);
INSERT INTO "_sqlx_migrations" VALUES(30,'daily puzzles','2026-11-23 05:27:59',1,X'339F38A2D102AD4DC104B597734BEFDAB92875A03B00D752270ABAA568B32255710E44E35DBCAB3630AF08459DC1B829',433533);
CREATE TABLE abandoned (
    user INTEGER NOT NULL,
    game INTEGER NOT NULL REFERENCES game (id),
    PRIMARY KEY (user, game)
) STRICT, WITHOUT ROWID;
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
INSERT INTO "census" VALUES('open',0);
INSERT INTO "census" VALUES('over',0);
INSERT INTO "census" VALUES('playing',6);
CREATE TABLE checkpoint (
    game     INTEGER NOT NULL REFERENCES game (id),
    ply      INTEGER NOT NULL,
    standing TEXT    NOT NULL,
    position TEXT    NOT NULL,
    digest   TEXT    NOT NULL,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
CREATE TABLE daily_puzzle (
    guild   INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    next    INTEGER NOT NULL,
    ready   INTEGER NOT NULL
) STRICT;
INSERT INTO "daily_puzzle" VALUES(500,903,1080000,1080000);
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
INSERT INTO "event" VALUES(1,2,1000000,'joined',1,4000002,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(1,3,1000000,'joined',2,4000002,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(1,4,1000000,'joined',3,4000002,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(1,5,1000000,'seated',0,101,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(1,6,1000000,'seated',1,4000002,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(1,7,1000000,'seated',2,4000002,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(1,8,1000000,'seated',3,4000002,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(1,9,1000000,'began',NULL,NULL,NULL,0,NULL,0);
INSERT INTO "event" VALUES(1,10,1000000,'moved',0,101,'Pa6-a5',1,5,0);
INSERT INTO "event" VALUES(1,11,1000000,'moved',1,4000002,'Pc2-d2',2,NULL,0);
INSERT INTO "event" VALUES(1,12,1000000,'moved',2,4000002,'Nh2-f3',3,NULL,0);
INSERT INTO "event" VALUES(1,13,1000000,'moved',3,4000002,'Pg6-g5',0,NULL,0);
INSERT INTO "event" VALUES(2,1,1000000,'opened',0,101,NULL,NULL,8,0);
INSERT INTO "event" VALUES(2,2,1000000,'joined',1,4000002,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(2,3,1000000,'seated',0,101,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(2,4,1000000,'seated',1,4000002,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(2,5,1000000,'began',NULL,NULL,NULL,0,NULL,0);
INSERT INTO "event" VALUES(2,6,1000000,'moved',0,101,'Nda1-ca3',1,14,0);
INSERT INTO "event" VALUES(3,1,1000000,'opened',0,101,NULL,NULL,17,0);
INSERT INTO "event" VALUES(3,2,1000000,'agreed',NULL,NULL,'bank:7+1/14 soft open:7',NULL,NULL,0);
INSERT INTO "event" VALUES(3,3,1000000,'invited',NULL,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(3,4,1000000,'joined',NULL,102,NULL,NULL,18,0);
INSERT INTO "event" VALUES(3,5,1000000,'seated',0,101,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(3,6,1000000,'seated',1,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(3,7,1000000,'began',NULL,NULL,NULL,0,NULL,0);
INSERT INTO "event" VALUES(3,8,1000000,'moved',0,101,'Nda1-ca3',1,26,0);
INSERT INTO "event" VALUES(3,9,1000000,'moved',1,102,'Nda8-ca6',0,32,0);
INSERT INTO "event" VALUES(3,10,1000000,'moved',0,101,'Rea1-da1',1,34,0);
INSERT INTO "event" VALUES(3,11,1000000,'moved',1,102,'Rea8-da8',0,36,0);
INSERT INTO "event" VALUES(3,12,1000000,'moved',0,101,'Rda1-ea1',1,38,0);
INSERT INTO "event" VALUES(3,13,1000000,'moved',1,102,'Rda8-ea8',0,40,0);
INSERT INTO "event" VALUES(4,1,1000000,'opened',0,101,NULL,NULL,41,0);
INSERT INTO "event" VALUES(4,2,1000000,'agreed',NULL,NULL,'bank:7+1/14 soft open:7',NULL,NULL,0);
INSERT INTO "event" VALUES(4,3,1000000,'invited',NULL,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(4,4,1000000,'joined',NULL,102,NULL,NULL,42,0);
INSERT INTO "event" VALUES(4,5,1000000,'seated',0,101,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(4,6,1000000,'seated',1,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(4,7,1000000,'began',NULL,NULL,NULL,0,NULL,0);
INSERT INTO "event" VALUES(4,8,1000000,'moved',0,101,'Nda1-ca3',1,50,0);
INSERT INTO "event" VALUES(4,9,1000000,'moved',1,102,'Nda8-ca6',0,56,0);
INSERT INTO "event" VALUES(4,10,1000000,'moved',0,101,'Rea1-da1',1,58,0);
INSERT INTO "event" VALUES(4,11,1000000,'moved',1,102,'Rea8-da8',0,60,0);
INSERT INTO "event" VALUES(4,12,1000000,'moved',0,101,'Rda1-ea1',1,62,0);
INSERT INTO "event" VALUES(4,13,1000000,'moved',1,102,'Rda8-ea8',0,64,0);
INSERT INTO "event" VALUES(5,1,1000000,'opened',0,101,NULL,NULL,65,0);
INSERT INTO "event" VALUES(5,2,1000000,'agreed',NULL,NULL,'bank:7+1/14 soft open:7',NULL,NULL,0);
INSERT INTO "event" VALUES(5,3,1000000,'invited',NULL,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(5,4,1000000,'joined',NULL,102,NULL,NULL,66,0);
INSERT INTO "event" VALUES(5,5,1000000,'seated',0,101,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(5,6,1000000,'seated',1,102,NULL,NULL,NULL,0);
INSERT INTO "event" VALUES(5,7,1000000,'began',NULL,NULL,NULL,0,NULL,0);
INSERT INTO "event" VALUES(5,8,1000000,'moved',0,101,'a1+b1',1,71,0);
INSERT INTO "event" VALUES(6,1,1108000,'opened',0,101,NULL,NULL,72,1);
INSERT INTO "event" VALUES(6,2,1108000,'agreed',NULL,NULL,'bank:7+1/14 soft open:7',NULL,NULL,1);
INSERT INTO "event" VALUES(6,3,1108000,'invited',NULL,102,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(6,4,1108000,'joined',NULL,102,NULL,NULL,73,1);
INSERT INTO "event" VALUES(6,5,1108000,'seated',0,101,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(6,6,1108000,'seated',1,102,NULL,NULL,NULL,1);
INSERT INTO "event" VALUES(6,7,1108000,'began',NULL,NULL,NULL,0,NULL,1);
INSERT INTO "event" VALUES(6,8,1108000,'moved',0,101,'a1+b1',1,78,1);
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
INSERT INTO "game" VALUES(1,'seasons','{"array":"murray","dice":"off","mated":"conquered","stake_capture":"1","stake_check":"1","stake_entry":"0","stake_mate":"1","stakes":"off"}',1,500,900,NULL,1000000,13,'playing',NULL,1000000,4,13,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,0,0,NULL);
INSERT INTO "game" VALUES(2,'tower','{"board":"tower","edges":"walled","mutator":"none","pawns":"standard","planar":"area","riders":"linear","rules":"chess","seed":"0","setup":"original"}',2,500,900,NULL,1000000,6,'playing',NULL,1000000,1,6,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,0,0,NULL);
INSERT INTO "game" VALUES(3,'tower','{"board":"tower","edges":"walled","mutator":"crazyhouse","pawns":"standard","planar":"area","riders":"linear","rules":"chess","seed":"0","setup":"original"}',2,500,900,NULL,1000000,13,'playing',NULL,1000000,6,13,1950400,1086400,1518400,NULL,NULL,NULL,NULL,0,0,0,0,NULL);
INSERT INTO "game" VALUES(4,'tower','{"board":"tower","edges":"walled","mutator":"kriegspiel","pawns":"standard","planar":"area","riders":"linear","rules":"chess","seed":"0","setup":"original"}',2,500,900,NULL,1000000,13,'playing',NULL,1000000,6,13,1950400,1086400,1518400,NULL,NULL,NULL,NULL,0,0,0,0,NULL);
INSERT INTO "game" VALUES(5,'abstract','{"powers":"neto","turn":"single"}',1,500,900,NULL,1000000,8,'playing',NULL,1000000,1,8,1691200,1086400,1388800,NULL,NULL,NULL,NULL,0,0,0,0,NULL);
INSERT INTO "game" VALUES(6,'abstract','{"powers":"neto","turn":"single"}',1,500,900,NULL,1108000,8,'playing',NULL,1108000,1,8,1712800,1108000,1410400,NULL,NULL,NULL,NULL,0,0,0,0,NULL);
CREATE TABLE guest (
    game    INTEGER NOT NULL REFERENCES game (id),
    number  INTEGER NOT NULL,
    user    INTEGER NOT NULL,
    wish    INTEGER,
    invited INTEGER NOT NULL CHECK (invited IN (0, 1)),
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
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
INSERT INTO "lesson" VALUES(101,'seasons.men');
INSERT INTO "lesson" VALUES(101,'tower:crazyhouse');
INSERT INTO "lesson" VALUES(101,'tower:kriegspiel');
INSERT INTO "lesson" VALUES(102,'abstract:capture');
INSERT INTO "lesson" VALUES(102,'abstract:transfer');
INSERT INTO "lesson" VALUES(102,'tower:crazyhouse');
INSERT INTO "lesson" VALUES(102,'tower:kriegspiel');
CREATE TABLE member (
    guild  INTEGER NOT NULL,
    key    TEXT    NOT NULL,
    user   INTEGER NOT NULL,
    rating REAL, band INTEGER GENERATED ALWAYS AS (CAST(rating / 8 AS INTEGER)) VIRTUAL,
    PRIMARY KEY (guild, key, user)
) STRICT, WITHOUT ROWID;
INSERT INTO "member" VALUES(500,'abstract',101,NULL);
INSERT INTO "member" VALUES(500,'abstract',102,NULL);
INSERT INTO "member" VALUES(500,'seasons',101,NULL);
INSERT INTO "member" VALUES(500,'tower',101,NULL);
INSERT INTO "member" VALUES(500,'tower',102,NULL);
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
INSERT INTO "outbox" VALUES(1,1,13,NULL,'{"why":"board","mention":[101]}',1000000,1000000,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(2,3,3,NULL,'{"why":"board","mention":[102]}',1000000,1000030,0,0,1021600,17,0);
INSERT INTO "outbox" VALUES(3,3,7,NULL,'{"why":"board","mention":[101]}',1000000,1000030,0,0,1021600,18,0);
INSERT INTO "outbox" VALUES(4,3,8,NULL,'{"why":"board","mention":[102]}',1000000,1000030,0,0,NULL,26,0);
INSERT INTO "outbox" VALUES(5,3,9,NULL,'{"why":"board","mention":[101]}',1000000,1000030,0,0,NULL,32,0);
INSERT INTO "outbox" VALUES(6,3,10,NULL,'{"why":"board","mention":[102]}',1000000,1000030,0,0,NULL,34,0);
INSERT INTO "outbox" VALUES(7,3,11,NULL,'{"why":"board","mention":[101]}',1000000,1000030,0,0,1021600,36,0);
INSERT INTO "outbox" VALUES(8,3,12,NULL,'{"why":"board","mention":[102]}',1000000,1000030,0,0,1021600,38,0);
INSERT INTO "outbox" VALUES(9,3,13,NULL,'{"why":"board","mention":[101]}',1000000,1000030,0,0,1021600,40,0);
INSERT INTO "outbox" VALUES(10,4,3,NULL,'{"why":"board","mention":[102]}',1000000,1000030,0,0,1021600,41,0);
INSERT INTO "outbox" VALUES(11,4,7,NULL,'{"why":"board","mention":[101]}',1000000,1000030,0,0,1021600,42,0);
INSERT INTO "outbox" VALUES(12,4,8,NULL,'{"why":"board","mention":[102]}',1000000,1000000,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(13,4,9,NULL,'{"why":"board","mention":[101]}',1000000,1000000,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(14,4,10,NULL,'{"why":"board","mention":[102]}',1000000,1000000,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(15,4,11,NULL,'{"why":"board","mention":[101]}',1000000,1000000,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(16,4,12,NULL,'{"why":"board","mention":[102]}',1000000,1000000,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(17,4,13,NULL,'{"why":"board","mention":[101]}',1000000,1000000,0,0,NULL,NULL,0);
INSERT INTO "outbox" VALUES(18,5,3,NULL,'{"why":"board","mention":[102]}',1000000,1000030,0,0,1021600,65,0);
INSERT INTO "outbox" VALUES(19,5,7,NULL,'{"why":"board","mention":[101]}',1000000,1000030,0,0,1021600,66,0);
INSERT INTO "outbox" VALUES(20,5,8,NULL,'{"why":"board","mention":[102]}',1000000,1000030,0,0,NULL,71,0);
INSERT INTO "outbox" VALUES(21,6,3,NULL,'{"why":"board","mention":[102]}',1108000,1108030,0,0,1108000,72,0);
INSERT INTO "outbox" VALUES(22,6,7,NULL,'{"why":"board","mention":[101]}',1108000,1108030,0,0,1108000,73,0);
INSERT INTO "outbox" VALUES(23,6,8,NULL,'{"why":"board","mention":[102]}',1108000,1108030,0,0,NULL,78,0);
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
INSERT INTO "seat" VALUES(1,0,1,101,5,NULL,1,1,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(1,1,1,4000002,6,NULL,1,0,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(1,2,1,4000002,7,NULL,1,0,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(1,3,1,4000002,8,NULL,1,0,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(2,0,1,101,3,NULL,1,0,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(2,1,1,4000002,4,NULL,1,1,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(3,0,1,101,5,NULL,1,1,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(3,1,1,102,6,NULL,1,0,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(4,0,1,101,5,NULL,1,1,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(4,1,1,102,6,NULL,1,0,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(5,0,1,101,5,NULL,1,0,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(5,1,1,102,6,NULL,1,1,NULL,NULL,1000000);
INSERT INTO "seat" VALUES(6,0,1,101,5,NULL,1,0,NULL,NULL,1108000);
INSERT INTO "seat" VALUES(6,1,1,102,6,NULL,1,1,NULL,NULL,1108000);
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
INSERT INTO "sqlite_sequence" VALUES('game',6);
INSERT INTO "sqlite_sequence" VALUES('outbox',23);
INSERT INTO "sqlite_sequence" VALUES('outage',1);
COMMIT;
