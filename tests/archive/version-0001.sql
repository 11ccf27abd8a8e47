BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE game (
	id INTEGER NOT NULL, 
	ruleset_id INTEGER NOT NULL, 
	player1_id INTEGER NOT NULL, 
	player2_id INTEGER NOT NULL, 
	result FLOAT NOT NULL, 
	ending TEXT NOT NULL, 
	date VARCHAR(10) NOT NULL, 
	start TEXT, 
	moves TEXT NOT NULL, 
	plies INTEGER NOT NULL, 
	rating1 INTEGER NOT NULL, 
	rating2 INTEGER NOT NULL, 
	digest BIGINT NOT NULL, 
	notes TEXT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(ruleset_id) REFERENCES ruleset (id), 
	FOREIGN KEY(player1_id) REFERENCES player (id), 
	FOREIGN KEY(player2_id) REFERENCES player (id)
);
INSERT INTO "game" VALUES(1,1,1,1,0.0,'majority','2023-01-07',NULL,'ekfiakaldhelcibhdifkdlfhcjflakcgbiekfldheiahckegdjegblckbldgfjck',64,1500,1500,2952366904553178276,'{"tags": {"Round": "0"}}');
INSERT INTO "game" VALUES(2,1,2,1,1.0,'majority','2011-03-03',NULL,'fjaidjclejfjdiblcgejdlfgaifjekejcldgbidkfhcieifiagbifhdjaifkeibhejfkc',69,1500,1500,1150462818435841288,'{"tags": {"Round": "1"}}');
INSERT INTO "game" VALUES(3,2,2,2,0.0,'majority','2028-08-26',NULL,'elfhdkcicldjdgejblbgfgciaidhdjalegfiagbgeifjdhaickejdgejblbiak',62,1662,1662,-7525020206878267740,'{"tags": {"Round": "0"}}');
INSERT INTO "game" VALUES(4,2,3,4,0.5,'agreed','2022-04-10',NULL,'aldhelahckahflckdlbjfiejflbkagbkfjdlajehbldkeiagbjblclbkbldieicjfkehdlcjagekdlej',80,1500,1500,8397944929718250691,'{"tags": {"Round": "1"}}');
INSERT INTO "game" VALUES(5,3,2,4,0.0,'line','2012-11-12',NULL,'0,1-0,2 1,2-2,2 2,1-2,2 2,1-2,0 0,2-0,0 2,0-2,2 1,0-0,0 0,1-0,2 0,0-2,0 1,2-0,2',10,1500,1500,-7731397054743219010,'{"tags": {"Round": "0"}}');
INSERT INTO "game" VALUES(6,3,1,3,1.0,'line','2025-11-13',NULL,'1,0-1,2 1,0-0,0 0,2-2,2 0,1-0,0 1,2-0,2',5,1500,1500,-7382221182535174157,'{"tags": {"Round": "1"}}');
INSERT INTO "game" VALUES(7,4,3,2,1.0,'no-move','2027-07-18','3,3,0,2,3,3:1','6-1 5-1 4-2 5-1 6-1 2-1 5-4 4-3 6-2 3-2 4-2 2-1 2-1 2-1 2-1 2-1 2-1',17,1500,1500,8406061097795061771,'{"tags": {"Round": "0"}}');
INSERT INTO "game" VALUES(8,4,4,3,1.0,'no-move','2013-05-16','1,0,2,0,3,3:1','6-4 6-4 5-3 3-1 6-5 5-3 5-1 5-4 3-1 3-2 3-2 4-3 4-3 4-3 3-1 3-1 2-1 3-1 2-1',19,1500,1662,-6820468030765241651,'{"tags": {"Round": "1"}}');
INSERT INTO "game" VALUES(9,5,1,1,0.0,'poison','2010-11-27',NULL,'2,1 0,3 2,0 0,2 0,1 1,0',6,1500,1500,-1712944446672509675,'{"tags": {"Round": "0"}}');
INSERT INTO "game" VALUES(10,5,2,3,0.0,'poison','2024-05-02',NULL,'2,1 3,0 1,1 1,0 0,3 0,1',6,1500,1500,-8583711555201913455,'{"tags": {"Round": "1"}}');
INSERT INTO "game" VALUES(11,6,4,4,0.5,'agreed','2026-09-09',NULL,'4,3-3,3 1,2-3,2 4,2-4,3 3,2-4,2 2,1-2,2 2,4-2,3 2,2-2,1 4,2-1,2 4,1-4,2 1,2-3,2 2,1-2,2 3,4-2,4 2,2-2,1 4,4-3,4 2,1-2,2 1,3-1,2 1,1-2,1 1,4-1,3 4,2-4,1 3,4-4,4 2,1-1,1 1,3-1,4 4,1-4,2 2,3-1,3 1,1-2,1 2,4-2,3 2,1-1,1 3,3-3,4 3,2-3,3 3,4-2,4 3,3-3,4 2,3-3,3 2,2-3,2 2,4-2,3 3,4-2,4 1,2-2,2 4,2-4,1 3,3-3,4 1,1-1,2 4,3-4,2 3,1-2,1 2,3-3,3 2,1-3,1 2,4-2,3 3,1-2,1 3,4-2,4 2,1-3,1 3,3-4,3 3,2-3,4 4,2-3,2 3,1-2,1 3,2-4,2 3,4-3,2 2,3-3,3 2,1-3,1 2,4-3,4 3,1-1,1 1,3-2,3 1,2-1,3 2,3-2,4 1,1-1,2 3,3-2,3 4,1-1,1 4,2-4,1 1,1-3,1 2,3-3,3 1,3-2,3 4,3-4,2 1,2-1,1 1,4-1,2 3,1-2,1 1,2-1,4 2,1-3,1 1,4-1,3 1,1-1,2 2,4-1,4 1,2-1,1 3,4-2,4 2,2-1,2 3,3-3,4',80,1500,1500,7848039239293455957,'{"tags": {"Round": "0"}}');
INSERT INTO "game" VALUES(12,6,1,1,0.5,'agreed','2019-03-22',NULL,'2,1-2,2 1,3-2,3 1,1-2,1 2,3-1,3 2,2-3,2 1,3-2,3 2,1-1,1 1,4-1,3 3,2-2,2 3,4-3,3 3,1-3,2 2,4-3,4 1,1-3,1 3,4-2,4 2,2-2,1 1,3-1,4 3,2-2,2 3,3-3,2 2,1-1,1 2,3-3,3 1,1-2,1 2,4-2,3 2,1-1,1 1,2-1,3 3,1-2,1 4,4-3,4 4,1-3,1 3,4-4,4 1,1-1,2 4,4-3,4 3,1-4,1 3,4-4,4 3,2-3,1 3,3-3,4 3,1-3,2 2,3-2,4 4,3-2,3 3,4-3,3 2,1-3,1 4,4-4,3 3,1-2,1 2,4-4,4 1,2-1,1 4,4-3,4 1,1-1,2 4,3-4,4 2,1-1,1 2,3-2,4 4,2-4,3 1,3-2,3 3,2-3,1 1,4-1,3 2,2-2,1 2,4-1,4 4,1-4,2 2,3-2,2 4,2-4,1 3,3-2,3 3,1-3,3 3,4-2,4 2,1-3,1 2,2-3,2 4,3-4,2 2,3-2,2 3,3-4,3 2,4-3,4 3,1-2,1 3,2-3,3 4,2-3,2 1,4-2,4 3,2-3,1 1,3-1,4 1,2-1,3 3,3-3,2 1,3-2,3 1,4-1,2 2,3-1,3 2,4-2,3 4,3-4,2 3,4-3,3',80,1500,1500,-741523007805560903,'{"tags": {"Round": "1"}}');
CREATE TABLE player (
	id INTEGER NOT NULL, 
	surname TEXT NOT NULL, 
	first_name TEXT NOT NULL, 
	birth VARCHAR(10) NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT player_is_one UNIQUE (surname, first_name, birth)
);
INSERT INTO "player" VALUES(1,'Martin','Jean','');
INSERT INTO "player" VALUES(2,'Doe','John','');
INSERT INTO "player" VALUES(3,'Dupond','Marie','1972-01-03');
INSERT INTO "player" VALUES(4,'level:3','','');
CREATE TABLE rating (
	player_id INTEGER NOT NULL, 
	game TEXT NOT NULL, 
	value FLOAT NOT NULL, 
	deviation FLOAT NOT NULL, 
	highest INTEGER NOT NULL, 
	games INTEGER NOT NULL, 
	PRIMARY KEY (player_id, game), 
	FOREIGN KEY(player_id) REFERENCES player (id)
);
INSERT INTO "rating" VALUES(1,'awale',1.33778799739423516251e+03,2.90230506091091172028e+02,1500,1);
INSERT INTO "rating" VALUES(2,'awale',1.66221200260576483748e+03,2.90230506091091172028e+02,1662,1);
INSERT INTO "rating" VALUES(3,'awale',1500.0,2.90230506091091172028e+02,1500,1);
INSERT INTO "rating" VALUES(4,'awale',1500.0,2.90230506091091172028e+02,1500,1);
INSERT INTO "rating" VALUES(2,'nimble',1.33778799739423516251e+03,2.90230506091091172028e+02,1500,1);
INSERT INTO "rating" VALUES(3,'nimble',1.49762147511185844455e+03,2.56152556280835824514e+02,1662,2);
INSERT INTO "rating" VALUES(4,'nimble',1.73172488930088707098e+03,2.86823613901135843207e+02,1732,1);
INSERT INTO "rating" VALUES(2,'chomp',1.33778799739423516251e+03,2.90230506091091172028e+02,1500,1);
INSERT INTO "rating" VALUES(3,'chomp',1.66221200260576483748e+03,2.90230506091091172028e+02,1662,1);
INSERT INTO "rating" VALUES(1,'quixo',1.66221200260576483748e+03,2.90230506091091172028e+02,1662,1);
INSERT INTO "rating" VALUES(2,'quixo',1.33778799739423516251e+03,2.90230506091091172028e+02,1500,1);
INSERT INTO "rating" VALUES(3,'quixo',1.33778799739423516251e+03,2.90230506091091172028e+02,1500,1);
INSERT INTO "rating" VALUES(4,'quixo',1.66221200260576483748e+03,2.90230506091091172028e+02,1662,1);
CREATE TABLE ruleset (
	id INTEGER NOT NULL, 
	game TEXT NOT NULL, 
	variant TEXT NOT NULL, 
	size TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	CONSTRAINT ruleset_is_one UNIQUE (game, variant, size, version)
);
INSERT INTO "ruleset" VALUES(1,'awale','standard','4',1);
INSERT INTO "ruleset" VALUES(2,'awale','abapa','4',1);
INSERT INTO "ruleset" VALUES(3,'quixo','standard','3',1);
INSERT INTO "ruleset" VALUES(4,'nimble','standard','6x3',1);
INSERT INTO "ruleset" VALUES(5,'chomp','standard','4x4',1);
INSERT INTO "ruleset" VALUES(6,'mingmang','no-repeat','4',1);
CREATE UNIQUE INDEX game_is_one ON game (digest);
CREATE INDEX game_player1 ON game (player1_id);
CREATE INDEX game_player2 ON game (player2_id);
COMMIT;
