// Package embedded brings along what the server needs on a machine that has none of it: PostgreSQL, NATS with
// JetStream, an S3 gateway and a place for mail. Children end with their parent, even when it is killed.
package embedded
