package artwork

import (
	"os"
	"testing"
	"time"
)

func TestLook(t *testing.T) {
	dir := os.Getenv("LOOK")
	if dir == "" {
		t.Skip()
	}
	for name, d := range samples() {
		for _, f := range []Format{PNG, PDF} {
			if f == PNG && len(d.Sizes) > 1 {
				continue
			}
			at := time.Now()
			file, err := d.Render(f)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s.%s %d KB %s", name, f, len(file.Content)/1024, time.Since(at))
			if err := os.WriteFile(dir+"/"+name+"."+string(f), file.Content, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func samples() map[string]Design {
	l := Label{Brand: "Acme Foods", Initials: "AF", Product: "Strawberry Jam", Variety: "with wild berries", Net: "340 g", Claim: "70% fruit, slowly cooked",
		Story:       "We pick at sunrise and cook in small copper pans the same day, with nothing but fruit, cane sugar and a squeeze of lemon. Open, spread, repeat.",
		Ingredients: "Strawberries (60%), cane sugar, wild strawberries (10%), lemon juice, gelling agent: fruit pectin.", Energy: "1046 kJ / 246 kcal", Barcode: "501234567890",
		Look: Classic, Motif: Strawberry, Back: "#f6e7c8", Ink: "#4a1420", Accent: "#c2253c", Job: "AF-1042 Strawberry Jam 340 g", Version: 1}
	m := l
	m.Look, m.Product, m.Motif, m.Back, m.Ink, m.Accent = Modern, "Cold Brew", Coffee, "#f3e3cf", "#2a1a12", "#21614f"
	s := l
	s.Look, s.Product, s.Motif, s.Back, s.Ink, s.Accent, s.Claim, s.Variety = Scenic, "Summit Pale Ale", Hop, "#f7b267", "#1d2b3a", "#3f6f63", "Craft ale 5.2% vol", "Unfiltered & dry-hopped"
	b := Brand{"Acme Foods", "AF", "Good things, grown slowly", "#1f3b2d", "#e0843a", "#f7efdf", "www.acmefoods.test", Orange}
	ch := []Chapter{{"Where the oranges come from", "A valley, two families and a very old irrigation channel.", []string{
		"Every winter the valley wakes before the sun does. Pickers walk the terraces with canvas bags, and by nine the first crates stand in the shade of the press house.",
		"Nothing is waxed, nothing is stored for months. What does not go to the markets becomes marmalade the same afternoon, in copper pans that have been here longer than any of us.",
		"We pay by the tree and not by the kilo, so nobody has a reason to pick too early. It costs more. It also tastes like oranges."}}}
	pr := []Product{{"Bitter orange marmalade", "Thick cut, cooked twice, set slowly.", "4.20", Orange}, {"Strawberry jam", "Seventy per cent fruit.", "3.90", Strawberry}, {"Olive oil", "First pressing, unfiltered.", "12.50", Olive}, {"Blossom honey", "From forty hives.", "7.80", Honey}, {"House roast", "Dark, nutty, low acid.", "9.40", Coffee}, {"Tomato passata", "Vine ripened.", "2.60", Tomato}}
	br := Brochure{Brand: b, Title: "The Harvest Book", Subtitle: "Range and stories for our retail partners", Edition: "AUTUMN / WINTER", Pages: 8, Chapters: ch, Products: pr, Contact: []string{"Acme Foods", "14 Orchard Lane, Fairmead"}}
	bl := br
	bl.Landscape, bl.Pages, bl.DarkCover, bl.Columns = true, 6, true, 2
	return map[string]Design{"classic": l.Design(), "modern": m.Design(), "scenic": s.Design(),
		"card":        Card{Brand: b, Person: "Olivia Hart", Title: "Managing director", Phone: "+1 555 0142", Email: "owner@acme.test", Job: "AF-1"}.Design(),
		"poster":      Poster{Brand: b, Headline: []string{"Harvest", "Night", "Market"}, When: "Sat 17 October, 5 pm", Where: "Old Press House, Fairmead", Text: "Forty stalls, three kitchens, one very long table. Bring a basket and somebody you like."}.Design(),
		"posternight": Poster{Brand: b, Headline: []string{"Harvest", "Night", "Market"}, When: "Sat 17 October, 5 pm", Where: "Old Press House, Fairmead", Text: "Forty stalls, three kitchens, one very long table.", Night: true}.Design(),
		"flyer":       Flyer{Brand: b, Headline: "Try the new winter box", Offer: "-20%", Text: "Six jars, one oil, one surprise. Packed by hand and on your doorstep in two days.", Items: []string{"Free delivery", "No subscription", "Gift card included", "Plastic free"}, Barcode: "501234567890"}.Design(),
		"social1":     Social{Brand: b, Kicker: "New in store", Headline: "Marmalade season is open", Button: "Shop now", Look: Classic}.Design(),
		"social2":     Social{Brand: b, Kicker: "New in store", Headline: "Marmalade season is open", Button: "Shop now", Look: Modern}.Design(),
		"social3":     Social{Brand: b, Kicker: "New in store", Headline: "Marmalade season is open", Button: "Shop now", Look: Scenic}.Design(),
		"carton":      Carton{Brand: b, Product: "Crispbread", Variety: "Sea salt & rosemary", Net: "250 g", Barcode: "501234567890", Job: "AF-12"}.Design(),
		"photo":       Photo{Label: l, Wall: "#c9d6cf"}.Design(), "bottle": Photo{Label: s, Bottle: true, Wall: "#5d7486", Warm: true}.Design(),
		"brochure": br.Design(), "landscape": bl.Design(), "logo": LogoSheet{b}.Design(),
		"sheet": Sheet{b, "Label wording, approved", []Chapter{{"Front", "Keep it short.", []string{"Strawberry Jam", "70% fruit"}}}}.Design(),
	}
}
