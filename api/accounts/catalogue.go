package accounts

import (
	"context"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/offers"
)

// Catalogue returns what can be ordered. Only people who edit the catalogue get retired entries.
func (s *API) Catalogue(
	ctx context.Context,
	r contract.CatalogueRequest,
) (*contract.CatalogueAnswer, error) {
	retired := web.Value(r.Retired)
	if retired {
		if err := policy.Check(web.Actor(ctx), policy.Read, policy.ManagePlans); err != nil {
			return nil, err
		}
	}
	a, err := s.catalogue(ctx, retired)
	return &a, err
}

// SaveCategory adds or changes a category.
func (s *API) SaveCategory(
	ctx context.Context,
	r contract.SaveCategoryRequest,
) (*contract.CatalogueAnswer, error) {
	b := r.Body
	if err := s.Offers.SaveCategory(
		ctx, offers.Category{ID: r.EntryId, Name: b.Name, Place: b.Place, Retired: b.Retired},
	); err != nil {
		return nil, err
	}
	a, err := s.catalogue(ctx, true)
	return &a, err
}

// SaveService adds or changes a service.
func (s *API) SaveService(
	ctx context.Context,
	r contract.SaveServiceRequest,
) (*contract.CatalogueAnswer, error) {
	b := r.Body
	err := s.Offers.SaveService(ctx, offers.Service{
		ID:         r.EntryId,
		CategoryID: b.CategoryId,
		Name:       b.Name,
		Terms:      order.Terms{PromisedStart: b.PromisedStart, Allocated: b.Allocated},
		Place:      b.Place,
		Retired:    b.Retired,
	})
	if err != nil {
		return nil, err
	}
	a, err := s.catalogue(ctx, true)
	return &a, err
}

// SavePackage adds or changes a package.
func (s *API) SavePackage(
	ctx context.Context,
	r contract.SavePackageRequest,
) (*contract.CatalogueAnswer, error) {
	b := r.Body
	err := s.Offers.SavePackage(ctx, offers.Package{
		ID:              r.EntryId,
		Name:            b.Name,
		Allocated:       b.Allocated,
		MaxActiveOrders: b.MaximumActiveOrder,
		Place:           b.Place,
		Retired:         b.Retired,
	})
	if err != nil {
		return nil, err
	}
	a, err := s.catalogue(ctx, true)
	return &a, err
}

func (s *API) catalogue(ctx context.Context, retired bool) (a contract.CatalogueAnswer, err error) {
	c, err := s.Offers.Entries(ctx, retired)
	if err != nil {
		return a, err
	}
	a.Data.Categories, a.Data.Services, a.Data.Packages = []contract.CatalogueCategory{}, []contract.CatalogueService{}, []contract.CataloguePackage{}
	for _, v := range c.Categories {
		a.Data.Categories = append(
			a.Data.Categories, contract.CatalogueCategory{Id: v.ID, Name: v.Name, Place: v.Place, Retired: v.Retired},
		)
	}
	for _, v := range c.Services {
		a.Data.Services = append(a.Data.Services, contract.CatalogueService{
			Id:            v.ID,
			CategoryId:    v.CategoryID,
			Name:          v.Name,
			PromisedStart: v.PromisedStart,
			Allocated:     v.Allocated,
			Place:         v.Place,
			Retired:       v.Retired,
		})
	}
	for _, v := range c.Packages {
		p := contract.CataloguePackage{
			Id:                 v.ID,
			Name:               v.Name,
			Allocated:          v.Allocated,
			MaximumActiveOrder: v.MaxActiveOrders,
			Place:              v.Place,
			Retired:            v.Retired,
		}
		if retired {
			p.Customers = &contract.PackageCustomers{
				Names: web.List(v.CustomerNames),
				Total: v.Customers,
			}
		}
		a.Data.Packages = append(a.Data.Packages, p)
	}
	return a, nil
}
