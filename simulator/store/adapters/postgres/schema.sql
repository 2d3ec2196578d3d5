-- Each part brings the schema from one version to the next. Published parts are never edited.
create table payrig.fact (
  one int primary key check (one = 1), seed text not null, born text not null, secret text not null);

-- Every change locks one of its client's rows, by the id that it changes, and what concerns the whole client locks
-- all of them. A single row that changes share would never be free for whoever needs it alone.
create table payrig.slot (client text collate "C", slot int, primary key (client, slot));

-- Who has the client to itself; locked by every claim, so that a turn begins when no claim is being made.
create table payrig.client (
  client text collate "C" primary key, turn text, turn_until timestamptz);

-- json, not jsonb: it keeps documents as they were written.
create table payrig.aggregate (
  client text collate "C", id text collate "C", place text collate "C" not null, document json not null,
  primary key (client, id));
create index aggregate_place on payrig.aggregate (client, place, id);

create sequence payrig.work_sequence;
create table payrig.work (
  client text collate "C", id text collate "C", owner text collate "C" not null, lane text collate "C" not null,
  kind text not null, target text collate "C", due double precision, data json not null,
  sequence bigint not null default nextval('payrig.work_sequence'),
  -- Whether it is the first pending one of its lane.
  head boolean not null default false, token text, until timestamptz,
  primary key (client, id));
create index work_owner on payrig.work (client, owner);
create index work_lane on payrig.work (client, owner, lane, sequence) where due is not null;
create index work_due on payrig.work (client, due, sequence) where head and due is not null;
create index work_claimed on payrig.work (client, owner, lane) where until is not null;

create table payrig.file (
  client text collate "C", id text collate "C", bytes bytea not null, primary key (client, id));

create table payrig.request (
  client text collate "C", sequence bigint generated always as identity, bytes int not null, entry json not null,
  primary key (client, sequence));

-- next version
create index work_head on payrig.work (client, owner, lane) where head and due is not null;

-- next version
alter table payrig.slot rename to lock_shard;
alter table payrig.lock_shard rename column slot to shard;
alter table payrig.client rename column turn to lease_token;
alter table payrig.client rename column turn_until to lease_until;
alter table payrig.aggregate rename column place to sort_key;
alter table payrig.work rename column lane to queue;

-- next version
-- The transaction of the latest put, for those who follow. A number of our own would not do: a later one may commit first.
alter table payrig.work add column put_by xid8 not null default pg_current_xact_id();
create index work_put on payrig.work (client, put_by);
alter table payrig.request add column put_by xid8 not null default pg_current_xact_id();
create index request_put on payrig.request (client, put_by);

-- next version
-- Changes of a large document since it was written as a whole, at the version `base`.
create sequence payrig.version;
alter table payrig.aggregate add column base bigint not null default nextval('payrig.version');
create table payrig.patch (
  client text collate "C", id text collate "C", version bigint default nextval('payrig.version'), patch json not null,
  primary key (client, id, version));
create index work_by_sequence on payrig.work (client, sequence);

-- next version
-- What a lease is for, who has it and since when, for those who wait.
alter table payrig.client add column lease_purpose text, add column lease_process text, add column lease_since timestamptz;
create index work_kind on payrig.work (client, kind, sequence);

-- next version
-- The first pending item of each queue, and the claim on one of its items, stand in rows of their own: to change them in
-- the row of the item took an entry in each index of work, and a copy of all that the row holds.
create table payrig.head (
  client text collate "C", owner text collate "C", queue text collate "C", id text collate "C" not null,
  due double precision not null, target text collate "C", sequence bigint not null,
  primary key (client, owner, queue));
create index head_due on payrig.head (client, due, sequence);
insert into payrig.head select client, owner, queue, id, due, target, sequence from payrig.work
  where head and due is not null on conflict do nothing;
create table payrig.claim (
  client text collate "C", owner text collate "C", queue text collate "C", id text collate "C" not null,
  token text not null, until timestamptz not null, primary key (client, owner, queue));
insert into payrig.claim select client, owner, queue, id, token, until from payrig.work
  where until is not null on conflict do nothing;
alter table payrig.work drop column head, drop column token, drop column until;
