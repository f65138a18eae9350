-- +goose Up

-- How the person wants a CSV file to be read, and how it was read (D-286).
alter table imports add column reading jsonb not null default '{}',
  add column layout jsonb, -- with samples of the rows; null for boards, and once the import has ended
  add column stays jsonb;  -- what a board has that is not imported; null for CSV files

-- +goose Down
alter table imports drop column reading, drop column layout, drop column stays;
