package accounts

// Accepts and AcceptsCompany check what is sent, without a database.
func Accepts(d *Details) error { return d.check(true) }

func AcceptsCompany(c *Company) error { return c.check() }
