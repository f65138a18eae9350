-- +goose Up

-- What a step is about at the payment provider: a refund or a dispute. It is empty for steps of the product itself.
alter table refused_steps add column notice text not null default '';

-- +goose Down
alter table refused_steps drop column notice;
