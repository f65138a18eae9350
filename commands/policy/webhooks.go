package policy

import (
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/webhook"
)

// WebhooksOf returns whose webhooks a person may see and change: an owner those of the account or of the
// reseller, an admin those of the provider. Others have none. An admin who acts as somebody has none
// either, because a webhook would still send when that is over.
func WebhooksOf(who domain.Actor) (webhook.Home, error) {
	switch {
	case who.Impersonator != uuid.Nil:
	case who.Role == domain.Admin && who.ClientID == domain.ProviderClient:
		return webhook.Home{Client: domain.ProviderClient}, nil
	case who.Role == domain.Owner && who.ClientID != "" && who.ClientID != domain.ProviderClient &&
		(who.CustomerID != uuid.Nil || who.ClientID != domain.DirectClient):
		return webhook.Home{Client: who.ClientID, Customer: who.CustomerID}, nil
	}
	return webhook.Home{}, domain.ErrNotFound
}

// EditsWebhooks returns an error unless a person may change the webhooks of a home.
func EditsWebhooks(who domain.Actor, home webhook.Home) error {
	own, err := WebhooksOf(who)
	switch {
	case err != nil:
		return err
	case own != home:
		return domain.ErrNotFound
	case who.ViewOnly:
		return ErrViewOnly
	}
	return nil
}
