package client_test

import (
	"fmt"
	"time"

	"github.com/proofboard/proofboard/domain/client"
)

// A promise counts hours in which somebody works: four hours from Friday afternoon end on Monday.
func ExampleCalendar_Add() {
	day := client.OpenHours{Opens: 9 * 60, Closes: 17 * 60}
	hours := client.Hours{
		Zone: "Europe/Berlin",
		Days: []client.OpenHours{{}, day, day, day, day, day, {}},
	}
	c := hours.Calendar()
	friday := time.Date(2026, 6, 5, 15, 0, 0, 0, c.Zone())
	start, ok := c.Add(friday, 4*time.Hour)
	fmt.Println(start.In(c.Zone()).Format("Monday 15:04"), ok)
	// Output: Monday 11:00 true
}
