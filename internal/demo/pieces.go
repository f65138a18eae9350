package demo

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/proofboard/proofboard/internal/demo/artwork"
)

// piece is a file of the demo before it is drawn.
type piece struct {
	name   string // the file name
	design artwork.Design
	format artwork.Format
	same   string // pieces with the same key are drawn once; empty is unique
}

func brandOf(customer string) artwork.Brand {
	switch customer {
	case bakery:
		return artwork.Brand{
			Name:     bakery,
			Initials: "HH",
			Claim:    "Flour, water, salt, time",
			Main:     "#4a2c1a",
			Accent:   "#d9a441",
			Paper:    "#fbf3e4",
			Site:     "www.harborhearth.test",
			Motif:    artwork.Wheat,
		}
	case lumen:
		return artwork.Brand{
			Name:     lumen,
			Initials: "LS",
			Claim:    "Skin, in a good light",
			Main:     "#43304f",
			Accent:   "#d08fa3",
			Paper:    "#f9f1f2",
			Site:     "www.lumen-skincare.test",
			Motif:    artwork.Rose,
		}
	default:
		return artwork.Brand{
			Name:     acme,
			Initials: "AF",
			Claim:    "Good things, grown slowly",
			Main:     "#1f3b2d",
			Accent:   "#e0843a",
			Paper:    "#f7efdf",
			Site:     "www.acmefoods.test",
			Motif:    artwork.Orange,
		}
	}
}

// palettes lists the label colours for each motif: background, ink, accent, and the accent of the
// third version.
var palettes = map[artwork.Motif][4]string{
	artwork.Strawberry: {"#f6e7c8", "#4a1420", "#c2253c", "#9b1c4a"},
	artwork.Orange:     {"#fbeccb", "#4a2408", "#d9721c", "#b8480f"},
	artwork.Lemon:      {"#fbf4cf", "#3d3a0c", "#c9a20d", "#7d9420"},
	artwork.Blueberry:  {"#e9ebf7", "#1b2358", "#3c4f9e", "#6a3d8f"},
	artwork.Olive:      {"#f1efdc", "#2c3317", "#6d7b2b", "#3f5a3c"},
	artwork.Coffee:     {"#f3e3cf", "#2a1a12", "#21614f", "#8a4b2a"},
	artwork.Hop:        {"#f7b267", "#1d2b3a", "#3f6f63", "#2d5d7b"},
	artwork.Tomato:     {"#fbe9dc", "#46150e", "#c9331f", "#9c2a2a"},
	artwork.Wheat:      {"#f8edd3", "#4a3312", "#b5832a", "#8f5a1e"},
	artwork.Loaf:       {"#f6e8d2", "#41260f", "#a4632a", "#75421b"},
	artwork.Chamomile:  {"#f6f3e4", "#34402c", "#7f9a6a", "#5b7f8c"},
	artwork.Rose:       {"#fbecee", "#4b2233", "#b8415f", "#8a3f77"},
	artwork.Chili:      {"#fbe3d3", "#3c100c", "#b8241c", "#d0571b"},
	artwork.Honey:      {"#fdf0cf", "#47300a", "#c97a0a", "#9a5a12"},
}

func (e entry) labelDesign(no, version int) artwork.Label {
	p := palettes[e.motif]
	name := strings.TrimSuffix(strings.TrimSuffix(e.name, " product photo"), " bag label")
	words := strings.Fields(name)
	l := artwork.Label{
		Brand:       brandOf(e.customer).Name,
		Initials:    brandOf(e.customer).Initials,
		Product:     name,
		Variety:     "Batch no. " + fmt.Sprint(11+no),
		Net:         "340 g",
		Claim:       "Made in small batches",
		Energy:      "1046 kJ / 246 kcal",
		Serving:     "Lovely with fresh bread, a sharp cheese or straight from the spoon.",
		Story:       "We started in a shed with one stove and a borrowed scale. The stove is larger now; the recipe is the same, and so are the people who stir it.",
		Ingredients: "See the approved wording; organic origin, no colours, no preservatives. May contain traces of nuts.",
		Barcode:     fmt.Sprintf("50123456%04d", 7100+no*37),
		Look:        e.look,
		Motif:       e.motif,
		Back:        p[0],
		Ink:         p[1],
		Accent:      p[2],
		Job:         fmt.Sprintf("NL-%04d %s", 2000+no, e.name),
		Version:     version,
	}
	if e.customer == lumen {
		l.Directions = "Warm a small amount between your palms, then press gently onto clean skin, morning and evening."
		l.Serving, l.Story = "Our jars go back into the circle: bring five, take one home.", "We mix on Tuesdays and fill on Thursdays, forty litres at a time. Plants from three gardens, nothing that has a number for a name."
		l.Ingredients = "Aqua, Rosa damascena flower water, Simmondsia chinensis seed oil, Glycerin, Cetearyl olivate, Tocopherol."
	}
	if n := len(words); n > 2 && strings.ContainsAny(words[n-2], "0123456789") { // the name ends with the weight
		l.Product, l.Net = strings.Join(words[:n-2], " "), strings.Join(words[n-2:], " ")
	} else {
		l.Net = "500 g"
	}
	if e.motif == artwork.Hop {
		l.Claim, l.Variety = "Craft ale 5.2% vol", "Unfiltered & dry-hopped"
	}
	if version >= 2 {
		l.LogoLow, l.Claim = true, strings.Replace(l.Claim, "Made in small batches", "Small batches, big flavour", 1)
	}
	if version >= 3 {
		l.Accent, l.Variety = p[3], "Slowly cooked"
	}
	return l
}

// design returns a version of the order's design.
func (e entry) design(no, version int) artwork.Design {
	b := brandOf(e.customer)
	b.Motif = e.motif
	code := fmt.Sprintf("50123456%04d", 7100+no*37)
	job := fmt.Sprintf("NL-%04d", 2000+no)
	switch e.kind {
	case carton:
		words := strings.TrimSuffix(e.name, " carton")
		return artwork.Carton{
			Brand:   b,
			Product: words,
			Variety: "Baked on stone, broken by hand",
			Net:     "250 g",
			Barcode: code,
			Job:     job,
			Version: version,
			Wide:    version >= 2,
		}.Design()
	case poster:
		return artwork.Poster{
			Brand:    b,
			Headline: strings.Fields(strings.TrimSuffix(e.name, " poster")),
			When:     "Saturday 12 December, 5 pm",
			Where:    "Old Press House, Fairmead",
			Text:     "Forty stalls, three kitchens, one very long table. Bring a basket and somebody you like.",
			Version:  version,
			Night:    version >= 2,
		}.Design()
	case flyer:
		return artwork.Flyer{
			Brand:    b,
			Headline: e.name,
			Offer:    fmt.Sprintf("-%d%%", 15+5*version),
			Text:     "Six favourites, one surprise. Packed by hand and on your doorstep within two days, all through the season.",
			Items:    []string{"Free delivery", "No subscription", "Gift card included", "Plastic free"},
			Barcode:  code,
			Version:  version,
			Flipped:  version >= 2,
		}.Design()
	case brochure:
		return e.book(b, no, version).Design()
	case card:
		return artwork.Card{
			Brand:     b,
			Person:    "Olivia Hart",
			Title:     "Head of marketing",
			Phone:     "+44 20 5550 142",
			Email:     "owner@" + strings.TrimPrefix(b.Site, "www."),
			Job:       job,
			Version:   version,
			Dark:      version >= 2,
			LogoRight: version >= 3,
		}.Design()
	case social:
		look := (e.look + artwork.Look(version-1)) % 3
		return artwork.Social{
			Brand:    b,
			Kicker:   "New this week",
			Headline: strings.TrimSuffix(e.name, " post"),
			Button:   "Find out more",
			Look:     look,
			Version:  version,
		}.Design()
	case photo:
		return artwork.Photo{
			Label:  e.labelDesign(no, version),
			Bottle: e.motif == artwork.Olive,
			Wall:   []string{"#c9d6cf", "#d9c9b8"}[version%2],
			Warm:   version >= 2,
		}.Design()
	default:
		return e.labelDesign(no, version).Design()
	}
}

func (e entry) book(b artwork.Brand, no, version int) artwork.Brochure {
	goods := []artwork.Product{
		{Name: "Bitter orange", Text: "Thick cut, cooked twice, set slowly.", Price: "4.20", Motif: artwork.Orange},
		{Name: "Strawberry", Text: "Seventy per cent fruit and no hurry.", Price: "3.90", Motif: artwork.Strawberry},
		{Name: "Olive oil", Text: "First pressing, unfiltered, in dark glass.", Price: "12.50", Motif: artwork.Olive},
		{Name: "Blossom honey", Text: "From forty hives on the south slope.", Price: "7.80", Motif: artwork.Honey},
		{Name: "House roast", Text: "Dark, nutty and low in acid.", Price: "9.40", Motif: artwork.Coffee},
		{Name: "Passata", Text: "Vine ripened, cooked for one hour.", Price: "2.60", Motif: artwork.Tomato},
	}
	chapters := []artwork.Chapter{
		{
			Title: "Where it all comes from",
			Lead:  "A valley, two families and a very old irrigation channel.",
			Text: []string{
				"Every winter the valley wakes before the sun does. Pickers walk the terraces with canvas bags, and by nine the first crates stand in the shade of the press house.",
				"Nothing is waxed, nothing is stored for months. What does not go to the markets goes into copper pans the same afternoon, pans that have been here longer than any of us.",
				"We pay by the tree and not by the kilo, so nobody has a reason to pick too early. It costs more. It also tastes of something.",
			},
		},
		{
			Title: "Made by hand, on purpose",
			Lead:  "Machines are quicker. They never taste as they go along.",
			Text: []string{
				"Eleven people work in the kitchen. Between them they have stirred for a hundred and sixty years, and each of them may stop a batch without asking anybody.",
				"The jars are rinsed, filled and closed within nine minutes. After that they rest for a day, because a label goes on straight only when the glass is cool.",
				"On Fridays we open what went out a year ago and taste it again. Two recipes have changed since we began doing so, and one has gone.",
			},
		},
		{Title: "From us to the shelf", Lead: "Ordered by noon, packed by four, on the road by six.", Text: []string{
			"Our partners order when they need something and not when the catalogue says so. The smallest parcel is one box, the largest so far was a lorry and a half.",
			"All boxes are made of the same grey board and fold flat into each other. Bring them back with the next delivery and we take them off the bill.",
			"Posters, shelf cards and tasting kits are free for everybody who orders from this book.",
		}},
	}
	edition := "AUTUMN / WINTER"
	if version >= 3 {
		edition = "AUTUMN / WINTER, SECOND PRINT"
		goods[2].Price, goods[0].Price = "13.20", "4.40"
	}
	return artwork.Brochure{
		Brand:     b,
		Title:     e.name,
		Subtitle:  "The range and the stories behind it",
		Edition:   edition,
		Landscape: no%2 == 1,
		Pages:     6 + no%3,
		Chapters:  chapters,
		Products:  goods,
		Contact:   []string{b.Name, "14 Orchard Lane, Fairmead", b.Site},
		Version:   version,
		Columns:   1 + version%2,
		DarkCover: version >= 2,
	}
}

// format returns the file format of a design.
func (e entry) format(no int) artwork.Format {
	switch e.kind {
	case photo:
		return artwork.JPEG
	case poster:
		return []artwork.Format{artwork.JPEG, artwork.PNG}[no%2]
	case social:
		return artwork.PNG
	case label:
		return []artwork.Format{artwork.PNG, artwork.PDF, artwork.PNG}[no%3]
	default:
		return artwork.PDF
	}
}

var unsafe = regexp.MustCompile(`[^A-Za-z0-9]+`)

func fileName(name, suffix string, f artwork.Format) string {
	return strings.Trim(unsafe.ReplaceAllString(name, "-"), "-") + suffix + "." + string(f)
}

func (e entry) version(no, version int) piece {
	f := e.format(no)
	return piece{name: fileName(e.name, fmt.Sprintf("_V%d", version), f), design: e.design(no, version), format: f}
}

// prepress returns the design as the printer gets it, for internal review only.
func (e entry) prepress(no, version int) piece {
	return piece{name: fileName(e.name, "_prepress", artwork.PDF), design: e.design(no, version), format: artwork.PDF}
}

// supplied returns the files that the customer supplied.
func (e entry) supplied(no int) []piece {
	b := brandOf(e.customer)
	wording := artwork.Sheet{Brand: b, Title: "Wording: " + e.name, Sections: []artwork.Chapter{
		{Title: "Headline", Lead: "Please use exactly this.", Text: []string{e.name, b.Claim}},
		{
			Title: "Must be on it",
			Lead:  "In this order of importance.",
			Text: []string{
				"Our logo, at least 20 mm wide",
				"Web address " + b.Site,
				"Weight or size as in the order",
				"Recycling mark",
			},
		},
		{
			Title: "Must not be on it",
			Lead:  "Legal asked us to repeat this.",
			Text:  []string{"Health claims of any kind", "Prices in other currencies", "The old logo with the leaf"},
		},
		{Title: "Tone", Lead: "Warm and plain. Short sentences. We never shout.", Text: nil},
	}}
	all := []piece{{name: fileName("Wording "+e.name, "", artwork.PDF), design: wording.Design(), format: artwork.PDF}}
	add := func(what string, f artwork.Format, d artwork.Design) {
		all = append(all, piece{fileName(what, "", f), d, f, what + e.customer + string(e.motif) + string(f)})
	}
	last := e.labelDesign(no, 1)
	last.Version, last.Job, last.Barcode, last.Variety = 1, "Last year", "501234567890", "The old recipe"
	b.Motif = brandOf(e.customer).Motif
	switch no % 6 {
	case 0:
		add(b.Name+" logo", artwork.PNG, artwork.LogoSheet{Brand: b}.Design())
	case 2:
		last.Look = artwork.Modern
		add("Last year "+string(e.motif), artwork.JPEG, artwork.Photo{Label: last, Wall: "#d7d2c4"}.Design())
	case 3:
		add(b.Name+" logo", artwork.TIFF, artwork.LogoSheet{Brand: b}.Design())
	case 5:
		if e.kind == label {
			last.Look = artwork.Classic
			add("Old label "+string(e.motif), artwork.PSD, last.Design())
		}
	}
	return all
}

// brief returns the customer's briefing, as TipTap JSON.
func (e entry) brief() string {
	return message(map[kind]string{
		label:    "We need the label for *" + e.name + "*, wrap-around, with nutrition table and barcode.\nPlease look at the wording first:\n- Logo on the front, well visible\n- One claim, no more\n- Die line of our supplier, 3 mm bleed\nThe tone is warm and plain.",
		carton:   "Folding carton for *" + e.name + "*. The supplier's die line is the standard one.\n- Front and back alike\n- Name on the narrow side\n- Nutrition and barcode on the other\nPrint is offset on 300 gsm.",
		poster:   "A poster for *" + e.name + "*, A1, to be seen from across the street.\nThe evening light of the valley would be lovely.\n- Date and place large\n- Entry is free",
		flyer:    "*" + e.name + "*, A5, both tills and letter boxes.\n- The offer comes first\n- Coupon code at the foot",
		brochure: "*" + e.name + "* for our partners, A4.\nThree stories, the range with prices, the year in figures.\n- Two columns\n- Page numbers on the outer edge\nText comes from us, see the supplied files.",
		card:     "*" + e.name + "*, 85 x 55 mm, two sides, two spot colours.\nNames follow; please start with one.",
		social:   "*" + e.name + "*, square, for the two usual channels.\nOne line of text, one picture.",
		photo:    "*" + e.name + "*: clean up the shot, put the approved label on, match the light of the series.",
	}[e.kind])
}
