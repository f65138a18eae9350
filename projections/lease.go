package projections

// LeaseKey is the advisory lock that whoever runs a projection holds.
func LeaseKey(name string) int64 { return lockKey(name) }
