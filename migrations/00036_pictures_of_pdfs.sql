-- +goose Up
-- PDFs have pictures of their first pages now, so the job that makes missing pictures tries them
-- once more.
delete from thumbnails t where key = '' and exists (select from proof_versions v where v.sha256 = t.sha256 and v.content_type = 'application/pdf');

-- +goose Down
select 1;
