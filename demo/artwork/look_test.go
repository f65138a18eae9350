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
	return map[string]Design{"classic": l.Design(), "modern": m.Design(), "scenic": s.Design()}
}
