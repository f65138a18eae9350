// Command manifests checks the files of deploy/ with the code that will read them: the types of
// Kubernetes, the loader of Compose, the parsers of Prometheus. `make check-deploy` runs it. The
// test command does not, because its dependencies are large.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

func main() {
	dir := "deploy"
	if len(os.Args) > 1 {
		dir = os.Args[1]
	}
	if err := errors.Join(kubernetes(dir), compose(dir), prometheus(dir)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("deploy/: manifests, compose file, rules and dashboard are well-formed")
}

func kinds() map[string]any {
	return map[string]any{
		"v1/Namespace":                           &corev1.Namespace{},
		"v1/ServiceAccount":                      &corev1.ServiceAccount{},
		"v1/ConfigMap":                           &corev1.ConfigMap{},
		"v1/Secret":                              &corev1.Secret{},
		"v1/Service":                             &corev1.Service{},
		"v1/PersistentVolumeClaim":               &corev1.PersistentVolumeClaim{},
		"apps/v1/Deployment":                     &appsv1.Deployment{},
		"batch/v1/Job":                           &batchv1.Job{},
		"networking.k8s.io/v1/Ingress":           &networkingv1.Ingress{},
		"networking.k8s.io/v1/NetworkPolicy":     &networkingv1.NetworkPolicy{},
		"autoscaling/v2/HorizontalPodAutoscaler": &autoscalingv2.HorizontalPodAutoscaler{},
		"policy/v1/PodDisruptionBudget":          &policyv1.PodDisruptionBudget{},
	}
}

// kubernetes decodes every manifest into the type that it names. An unknown field is an error.
func kubernetes(dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "kubernetes", "*.yaml"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no manifests: %w", err)
	}
	var errs []error
	for _, file := range files {
		if filepath.Base(file) == "kustomization.yaml" {
			continue // kubectl kustomize reads this one
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, doc := range bytes.Split(text, []byte("\n---\n")) {
			var meta metav1.TypeMeta
			if err := yaml.Unmarshal(doc, &meta); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			into, known := kinds()[meta.APIVersion+"/"+meta.Kind]
			if !known {
				errs = append(errs, fmt.Errorf("%s: unknown kind %s/%s", file, meta.APIVersion, meta.Kind))
				continue
			}
			text, err := yaml.YAMLToJSONStrict(doc)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			strict, err := json.UnmarshalStrict(text, into) // is case-sensitive, as the API server is
			for _, err := range append(strict, err) {
				if err != nil {
					errs = append(errs, fmt.Errorf("%s: %w", file, err))
				}
			}
		}
	}
	return errors.Join(errs...)
}

// compose loads the compose file as docker compose does, with a value for each variable that must
// be set.
func compose(dir string) error {
	var env []string
	example, err := os.ReadFile(filepath.Join(dir, "compose.env.example"))
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(example)) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok && !strings.HasPrefix(name, "#") {
			if value == "" && name != "SMTP_URL" && name != "OTLP_ENDPOINT" {
				value = "example"
			}
			env = append(env, name+"="+value)
		}
	}
	o, err := cli.NewProjectOptions([]string{filepath.Join(dir, "compose.yaml")}, cli.WithEnv(env))
	if err != nil {
		return fmt.Errorf("compose.yaml: %w", err)
	}
	if _, err := o.LoadProject(context.Background()); err != nil {
		return fmt.Errorf("compose.yaml: %w", err)
	}
	return nil
}

// prometheus parses the alerting rules and every expression of the dashboard.
func prometheus(dir string) error {
	p := parser.NewParser(parser.Options{})
	_, errs := rulefmt.ParseFile(
		filepath.Join(dir, "prometheus", "alerts.yaml"), false, model.LegacyValidation, p,
		slog.New(slog.DiscardHandler),
	)
	text, err := os.ReadFile(filepath.Join(dir, "grafana", "proofboard.json"))
	if err != nil {
		return err
	}
	var dashboard struct {
		Panels []struct {
			Title   string `json:"title"`
			Targets []struct {
				Expr string `json:"expr"`
			} `json:"targets"`
		} `json:"panels"`
	}
	if err := json.UnmarshalCaseSensitivePreserveInts(text, &dashboard); err != nil {
		return fmt.Errorf("proofboard.json: %w", err)
	}
	variables := strings.NewReplacer("$__rate_interval", "1m", "$instance", ".*")
	for _, panel := range dashboard.Panels {
		for _, t := range panel.Targets {
			if _, err := p.ParseExpr(variables.Replace(t.Expr)); err != nil {
				errs = append(errs, fmt.Errorf("proofboard.json: %s: %w", panel.Title, err))
			}
		}
	}
	return errors.Join(errs...)
}
