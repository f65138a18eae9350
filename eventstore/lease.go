package eventstore

// LeaseKey is the advisory lock that whoever leads a worker holds, see Lead.
func LeaseKey(name string) int64 { return followKey(name) }
