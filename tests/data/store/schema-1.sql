BEGIN TRANSACTION;
CREATE TABLE decisions (
	"table" INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY ("table", number), 
	FOREIGN KEY("table") REFERENCES tables (number)
)
 WITHOUT ROWID

;
INSERT INTO "decisions" VALUES(1,1,100.0,'first');
INSERT INTO "decisions" VALUES(1,2,100.0,'second');
INSERT INTO "decisions" VALUES(2,1,101.5,'deal');
INSERT INTO "decisions" VALUES(2,2,101.5,'call');
CREATE TABLE games (
	number INTEGER NOT NULL, 
	id VARCHAR NOT NULL, 
	at DOUBLE NOT NULL, 
	home VARCHAR NOT NULL, 
	title TEXT NOT NULL, 
	people JSON NOT NULL, 
	document TEXT NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE (id)
);
INSERT INTO "games" VALUES(1,'g1',90.0,'telegram:-100','Uka to 10','["p1", "", "p2", ""]','format: ukachat
');
CREATE TABLE message_ids (
	address VARCHAR NOT NULL, 
	"key" VARCHAR NOT NULL, 
	message_id VARCHAR NOT NULL, 
	PRIMARY KEY (address, "key")
)
 WITHOUT ROWID

;
INSERT INTO "message_ids" VALUES('telegram:-100','table','77');
CREATE TABLE outbox (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	address VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	"key" VARCHAR NOT NULL, 
	claimed_until DOUBLE NOT NULL, 
	message JSON NOT NULL
);
INSERT INTO "outbox" VALUES(2,'telegram:-100','edit','table',0.0,'{"kind": "edit", "to": "telegram:-100", "text": "Deal 7 \u2665", "tone": "table", "key": "table", "buttons": [[["My cards", "t1:2:0"]]]}');
INSERT INTO "outbox" VALUES(3,'terminal:mere','send','',0.0,'{"kind": "send", "to": "terminal:mere", "text": "The game", "name": "a.yaml", "content": "AP8="}');
CREATE TABLE people (
	id VARCHAR NOT NULL, 
	account VARCHAR NOT NULL, 
	name TEXT NOT NULL, 
	settings JSON NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (account)
);
INSERT INTO "people" VALUES('p1','terminal:mere','Mere','{"signs": "words"}');
INSERT INTO "people" VALUES('p2','telegram:7','Tama','{}');
CREATE TABLE places (
	address VARCHAR NOT NULL, 
	settings JSON NOT NULL, 
	PRIMARY KEY (address)
);
INSERT INTO "places" VALUES('telegram:-100','{"rules": "nz"}');
CREATE TABLE played (
	person VARCHAR NOT NULL, 
	at DOUBLE NOT NULL, 
	game INTEGER NOT NULL, 
	PRIMARY KEY (person, at, game), 
	FOREIGN KEY(game) REFERENCES games (number)
)
 WITHOUT ROWID

;
INSERT INTO "played" VALUES('p1',90.0,1);
INSERT INTO "played" VALUES('p2',90.0,1);
CREATE TABLE schema_version (
	version INTEGER NOT NULL, 
	PRIMARY KEY (version)
);
INSERT INTO "schema_version" VALUES(1);
CREATE TABLE seen (
	incoming VARCHAR NOT NULL, 
	at DOUBLE NOT NULL, 
	PRIMARY KEY (incoming)
)
 WITHOUT ROWID

;
INSERT INTO "seen" VALUES('m1',100.0);
INSERT INTO "seen" VALUES('m2',101.5);
CREATE TABLE sitting (
	person VARCHAR NOT NULL, 
	"table" INTEGER NOT NULL, 
	PRIMARY KEY (person, "table"), 
	FOREIGN KEY("table") REFERENCES tables (number)
)
 WITHOUT ROWID

;
INSERT INTO "sitting" VALUES('p1',2);
INSERT INTO "sitting" VALUES('p2',2);
CREATE TABLE tables (
	number INTEGER NOT NULL, 
	id VARCHAR NOT NULL, 
	home VARCHAR NOT NULL, 
	circle VARCHAR NOT NULL, 
	open BOOLEAN NOT NULL, 
	joinable BOOLEAN NOT NULL, 
	deadline DOUBLE, 
	people JSON NOT NULL, 
	version INTEGER NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE (id)
);
INSERT INTO "tables" VALUES(1,'t0','terminal:mere','house',0,0,NULL,'["p1"]',2);
INSERT INTO "tables" VALUES(2,'t1','telegram:-100','telegram:-100',1,0,1000.0,'["p1", "p2"]',2);
CREATE UNIQUE INDEX one_open_table_in_a_group ON tables (home) WHERE open IS 1 AND circle = home;
CREATE INDEX tables_by_deadline ON tables (deadline) WHERE open IS 1;
CREATE INDEX tables_by_home ON tables (home) WHERE open IS 1;
CREATE INDEX tables_by_circle ON tables (circle) WHERE open IS 1;
CREATE INDEX games_by_home ON games (home, at);
CREATE INDEX ix_seen_at ON seen (at);
CREATE INDEX outbox_by_address ON outbox (address, claimed_until);
CREATE INDEX outbox_by_key ON outbox (address, "key");
CREATE INDEX ix_sitting_table ON sitting ("table");
CREATE INDEX ix_played_game ON played (game);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('outbox',3);
COMMIT;
