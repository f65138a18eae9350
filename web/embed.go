// Package web holds the built web app.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// App is the built app: index.html and its assets.
func App() (fs.FS, error) { return fs.Sub(dist, "dist") }
