// Package embedded starts the services that the server needs on a machine without them: PostgreSQL,
// NATS with JetStream, an S3 gateway and a mail folder. Child processes end with their parent, even
// if the parent is killed.
package embedded
