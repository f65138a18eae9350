-- +goose Up

-- What waits for an operator, or for a manager, by due date (BY-058).
create index board_cards_operator on board_cards (operator, due)
  where not archived and status in ('queue', 'ready-to-go', 'in-progress', 'gr-revision', 'in-review', 'on-hold');
create index board_cards_manager on board_cards (manager, due)
  where not archived and status in ('queue', 'ready-to-go', 'in-progress', 'gr-revision', 'in-review', 'on-hold');

-- +goose Down
drop index board_cards_operator, board_cards_manager;
