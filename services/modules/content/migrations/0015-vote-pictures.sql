-- Pictures of options, in the order of the names: files by their ids, empty without one. An empty list: no option has one.
ALTER TABLE content.votes ADD COLUMN pics text[] NOT NULL DEFAULT '{}';
