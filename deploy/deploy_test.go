// Package deploy_test holds the files of this folder to what they promise, as far as that goes
// without a container engine.
package deploy_test

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"go.yaml.in/yaml/v3"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
)

func read(t *testing.T, parts ...string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// The part of Kubernetes' schema that our workloads use. It is decoded strictly: a field that is
// not here is an error (make check-deploy decodes everything into Kubernetes' own types).
type (
	labels   = map[string]string
	metadata struct {
		Name, Namespace     string
		Labels, Annotations labels
	}
	selector struct {
		MatchLabels labels `yaml:"matchLabels"`
	}
	httpGet struct{ Path, Port string }
	probe   struct {
		HTTPGet          httpGet `yaml:"httpGet"`
		PeriodSeconds    int     `yaml:"periodSeconds"`
		TimeoutSeconds   int     `yaml:"timeoutSeconds"`
		FailureThreshold int     `yaml:"failureThreshold"`
	}
	seccomp         struct{ Type string }
	securityContext struct {
		RunAsNonRoot             bool   `yaml:"runAsNonRoot"`
		RunAsUser                int    `yaml:"runAsUser"`
		RunAsGroup               int    `yaml:"runAsGroup"`
		FSGroup                  int    `yaml:"fsGroup"`
		FSGroupChangePolicy      string `yaml:"fsGroupChangePolicy"`
		AllowPrivilegeEscalation *bool  `yaml:"allowPrivilegeEscalation"`
		ReadOnlyRootFilesystem   bool   `yaml:"readOnlyRootFilesystem"`
		Capabilities             struct {
			Drop []string
		}
		SeccompProfile seccomp `yaml:"seccompProfile"`
	}
	reference struct{ Name string }
	container struct {
		Name, Image     string
		ImagePullPolicy string `yaml:"imagePullPolicy"`
		Args            []string
		EnvFrom         []struct {
			ConfigMapRef reference `yaml:"configMapRef"`
			SecretRef    reference `yaml:"secretRef"`
		} `yaml:"envFrom"`
		Env   []struct{ Name, Value string }
		Ports []struct {
			Name, Protocol string
			ContainerPort  int `yaml:"containerPort"`
		}
		StartupProbe   *probe `yaml:"startupProbe"`
		LivenessProbe  *probe `yaml:"livenessProbe"`
		ReadinessProbe *probe `yaml:"readinessProbe"`
		Lifecycle      struct {
			PreStop struct{ Sleep struct{ Seconds int } } `yaml:"preStop"`
		}
		Resources       struct{ Requests, Limits map[string]string }
		SecurityContext securityContext `yaml:"securityContext"`
		VolumeMounts    []struct {
			Name      string
			MountPath string `yaml:"mountPath"`
			ReadOnly  bool   `yaml:"readOnly"`
		} `yaml:"volumeMounts"`
	}
	podSpec struct {
		ServiceAccountName            string          `yaml:"serviceAccountName"`
		AutomountServiceAccountToken  *bool           `yaml:"automountServiceAccountToken"`
		EnableServiceLinks            *bool           `yaml:"enableServiceLinks"`
		RestartPolicy                 string          `yaml:"restartPolicy"`
		TerminationGracePeriodSeconds int             `yaml:"terminationGracePeriodSeconds"`
		SecurityContext               securityContext `yaml:"securityContext"`
		TopologySpreadConstraints     []struct {
			MaxSkew           int      `yaml:"maxSkew"`
			TopologyKey       string   `yaml:"topologyKey"`
			WhenUnsatisfiable string   `yaml:"whenUnsatisfiable"`
			LabelSelector     selector `yaml:"labelSelector"`
		} `yaml:"topologySpreadConstraints"`
		Containers []container
		Volumes    []struct {
			Name     string
			EmptyDir struct {
				SizeLimit string `yaml:"sizeLimit"`
			} `yaml:"emptyDir"`
			Secret struct {
				SecretName  string `yaml:"secretName"`
				DefaultMode int    `yaml:"defaultMode"`
			}
			PersistentVolumeClaim struct {
				ClaimName string `yaml:"claimName"`
			} `yaml:"persistentVolumeClaim"`
		}
	}
	workload struct {
		APIVersion string `yaml:"apiVersion"`
		Kind       string
		Metadata   metadata
		Spec       struct {
			Replicas                int
			RevisionHistoryLimit    int `yaml:"revisionHistoryLimit"`
			BackoffLimit            int `yaml:"backoffLimit"`
			ActiveDeadlineSeconds   int `yaml:"activeDeadlineSeconds"`
			TTLSecondsAfterFinished int `yaml:"ttlSecondsAfterFinished"`
			Strategy                struct {
				Type          string
				RollingUpdate struct {
					MaxSurge       int `yaml:"maxSurge"`
					MaxUnavailable int `yaml:"maxUnavailable"`
				} `yaml:"rollingUpdate"`
			}
			Selector selector
			Template struct {
				Metadata metadata
				Spec     podSpec
			}
		}
	}
)

func workloads(t *testing.T) map[string]workload {
	t.Helper()
	out := map[string]workload{}
	for _, name := range []string{"api", "worker", "migrate"} {
		var w workload
		d := yaml.NewDecoder(strings.NewReader(read(t, "kubernetes", name+".yaml")))
		d.KnownFields(true)
		if err := d.Decode(&w); err != nil {
			t.Fatalf("%s.yaml: %v", name, err)
		}
		out[name] = w
	}
	return out
}

func TestPodsRunWithTheLeastTheyNeed(t *testing.T) {
	for name, w := range workloads(t) {
		pod := w.Spec.Template.Spec
		if len(pod.Containers) != 1 || pod.ServiceAccountName != "proofboard" ||
			pod.AutomountServiceAccountToken == nil ||
			*pod.AutomountServiceAccountToken ||
			!pod.SecurityContext.RunAsNonRoot ||
			pod.SecurityContext.RunAsUser == 0 ||
			pod.SecurityContext.FSGroup == 0 ||
			pod.SecurityContext.SeccompProfile.Type != "RuntimeDefault" {
			t.Fatalf("%s: the pod has %+v", name, pod)
		}
		c := pod.Containers[0]
		s := c.SecurityContext
		if !s.RunAsNonRoot || !s.ReadOnlyRootFilesystem || s.AllowPrivilegeEscalation == nil ||
			*s.AllowPrivilegeEscalation ||
			!slices.Equal(s.Capabilities.Drop, []string{"ALL"}) ||
			s.SeccompProfile.Type != "RuntimeDefault" {
			t.Errorf("%s: the container may %+v", name, s)
		}
		if c.Resources.Requests["cpu"] == "" || c.Resources.Requests["memory"] == "" ||
			c.Resources.Limits["memory"] == "" {
			t.Errorf("%s: the resources are %v", name, c.Resources)
		}
		mounts := map[string]bool{}
		for _, m := range c.VolumeMounts {
			mounts[m.Name] = true
			if m.Name == "keys" && !m.ReadOnly {
				t.Errorf("%s: the keys can be written", name)
			}
		}
		for _, v := range pod.Volumes {
			if !mounts[v.Name] {
				t.Errorf("%s: the volume %s is mounted nowhere", name, v.Name)
			}
			delete(mounts, v.Name)
		}
		if len(mounts) > 0 {
			t.Errorf("%s: no volumes for %v", name, mounts)
		}
		if c.Image != "proofboard" || !slices.Equal(c.Args, []string{name}) {
			t.Errorf("%s: runs %s %v", name, c.Image, c.Args)
		}
	}
}

func TestDeploymentsAreProbedAndSpread(t *testing.T) {
	for name, w := range workloads(t) {
		if w.Kind != "Deployment" {
			continue
		}
		pod := w.Spec.Template.Spec
		c := pod.Containers[0]
		for what, p := range map[string]*probe{"/healthz": c.LivenessProbe, "/readyz": c.ReadinessProbe} {
			if p == nil || p.HTTPGet != (httpGet{what, "http"}) ||
				p.TimeoutSeconds < 3 { // one look at everything takes up to 2 s
				t.Errorf("%s: %s is probed by %+v", name, what, p)
			}
		}
		if c.StartupProbe == nil || c.StartupProbe.HTTPGet != (httpGet{"/healthz", "http"}) ||
			c.StartupProbe.PeriodSeconds*c.StartupProbe.FailureThreshold < 60 {
			t.Errorf("%s: the start is probed by %+v", name, c.StartupProbe)
		}
		if len(c.Ports) != 1 || c.Ports[0].Name != "http" || c.Ports[0].ContainerPort != 8080 {
			t.Errorf("%s: the ports are %v", name, c.Ports)
		}
		if drain := c.Lifecycle.PreStop.Sleep.Seconds; pod.TerminationGracePeriodSeconds < drain+40 { // two waits of 20 s
			t.Errorf("%s: %d s to stop in", name, pod.TerminationGracePeriodSeconds)
		}
		if w.Spec.Strategy.RollingUpdate.MaxUnavailable != 0 || w.Spec.Strategy.RollingUpdate.MaxSurge < 1 {
			t.Errorf("%s: an update takes a pod away before there is a new one", name)
		}
		if !reflect.DeepEqual(w.Spec.Selector.MatchLabels, w.Spec.Template.Metadata.Labels) ||
			len(pod.TopologySpreadConstraints) == 0 {
			t.Errorf("%s: selects %v", name, w.Spec.Selector)
		}
		for _, c := range pod.TopologySpreadConstraints {
			if !reflect.DeepEqual(c.LabelSelector.MatchLabels, w.Spec.Template.Metadata.Labels) {
				t.Errorf("%s: spreads %v", name, c.LabelSelector)
			}
		}
	}
}

type object = map[string]any

// manifests are all objects of the folder, by kind and name.
func manifests(t *testing.T) map[string]object {
	t.Helper()
	files, err := filepath.Glob("kubernetes/*.yaml")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d manifests, %v", len(files), err)
	}
	out := map[string]object{}
	for _, file := range files {
		d := yaml.NewDecoder(strings.NewReader(read(t, file)))
		for {
			var o object
			err := d.Decode(&o)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			name, _ := in(o, "metadata", "name").(string)
			out[o["kind"].(string)+" "+name] = o
		}
	}
	return out
}

func in(o any, path ...string) any {
	for _, p := range path {
		m, ok := o.(object)
		if !ok {
			return nil
		}
		o = m[p]
	}
	return o
}

// Only the Job that migrates logs in as the role that owns the schema. Of two variables with one name, Kubernetes takes
// that of the last source.
func TestOnlyTheMigrationOwnsTheSchemaInKubernetes(t *testing.T) {
	all := manifests(t)
	for _, workload := range []string{"Deployment api", "Deployment worker", "Job migrate"} {
		containers, _ := in(all[workload], "spec", "template", "spec", "containers").([]any)
		var login string
		for _, c := range containers {
			sources, _ := in(c, "envFrom").([]any)
			for _, s := range sources {
				name, _ := in(s, "secretRef", "name").(string)
				if url, ok := in(all["Secret "+name], "stringData", "DATABASE_URL").(string); ok {
					login, _, _ = strings.Cut(strings.TrimPrefix(url, "postgres://"), ":")
				}
			}
		}
		want := "proofboard_runtime"
		if workload == "Job migrate" {
			want = "proofboard_service"
		}
		if login != want || !strings.Contains(read(t, "roles.sh"), "alter role "+login+" login nosuperuser") {
			t.Errorf("%s logs in as %q, not %q", workload, login, want)
		}
	}
}

func TestTheManifestsAreWhole(t *testing.T) {
	all := manifests(t)
	for _, name := range []string{
		"Namespace proofboard", "ServiceAccount proofboard", "ConfigMap proofboard", "Secret proofboard", "Secret proofboard-migrate", "Secret proofboard-keys", "PersistentVolumeClaim audit-heads",
		"Deployment api", "Deployment worker", "Job migrate", "Service api", "Ingress proofboard", "HorizontalPodAutoscaler api",
		"PodDisruptionBudget api", "PodDisruptionBudget worker", "NetworkPolicy default-deny",
	} {
		if all[name] == nil {
			t.Errorf("there is no %s", name)
		}
	}
	if in(all["Namespace proofboard"], "metadata", "labels", "pod-security.kubernetes.io/enforce") != "restricted" {
		t.Error("the namespace takes any pod")
	}
	if in(all["ServiceAccount proofboard"], "automountServiceAccountToken") != false {
		t.Error("pods get a token of the cluster")
	}
	deny := all["NetworkPolicy default-deny"]
	if in(deny, "spec", "ingress") != nil || in(deny, "spec", "egress") != nil ||
		!reflect.DeepEqual(in(deny, "spec", "policyTypes"), []any{"Ingress", "Egress"}) {
		t.Errorf("the default is not to deny: %v", deny["spec"])
	}
	labels := workloads(t)["api"].Spec.Template.Metadata.Labels
	for _, path := range [][]string{{"Service api", "spec", "selector"}, {"PodDisruptionBudget api", "spec", "selector", "matchLabels"}} {
		if got, _ := in(all[path[0]], path[1:]...).(object); len(got) == 0 || !equal(got, labels) {
			t.Errorf("%s selects %v, the pods are %v", path[0], got, labels)
		}
	}
	if in(all["HorizontalPodAutoscaler api"], "spec", "scaleTargetRef", "name") != "api" ||
		workloads(t)["api"].Spec.Replicas != 0 {
		t.Error("the autoscaler and the Deployment both say how many there are, or of another one")
	}
	// Every file is named, but the example of secrets.
	var k struct{ Resources []string }
	if err := yaml.Unmarshal([]byte(read(t, "kubernetes", "kustomization.yaml")), &k); err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob("kubernetes/*.yaml")
	for _, f := range files {
		name := filepath.Base(f)
		if want := name != "kustomization.yaml" &&
			name != "secret.example.yaml"; slices.Contains(
			k.Resources,
			name,
		) != want {
			t.Errorf("kustomization.yaml names %s: %v", name, !want)
		}
	}
}

func equal(a object, b labels) bool {
	for k, v := range a {
		if b[k] != v {
			return false
		}
	}
	return len(a) == len(b)
}

// variables are what the program reads from its environment.
func variables() map[string]bool {
	names := map[string]bool{}
	var walk func(reflect.Type)
	walk = func(typ reflect.Type) {
		for f := range typ.Fields() {
			if f.Type.Kind() == reflect.Struct {
				walk(f.Type)
			}
			for name := range strings.SplitSeq(f.Tag.Get("env"), ",") {
				names[name] = true
			}
		}
	}
	walk(reflect.TypeFor[config.Config]())
	delete(names, "")
	return names
}

func TestEveryVariableIsOneThatTheProgramReads(t *testing.T) {
	known := variables()
	all := manifests(t)
	named := map[string][]string{}
	for _, o := range []string{"ConfigMap proofboard", "Secret proofboard"} {
		for _, field := range []string{"data", "stringData"} {
			m, _ := in(all[o], field).(object)
			named[o] = append(named[o], slices.Collect(maps.Keys(m))...)
		}
	}
	for name, s := range compose(t).Services {
		if s.Image == "proofboard:local" {
			named["compose "+name] = slices.Collect(maps.Keys(s.Environment))
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^(?:ENV|\s+)\s*(PROOFBOARD_\w+)=`).FindAllStringSubmatch(read(t, "Dockerfile"), -1) {
		named["Dockerfile"] = append(named["Dockerfile"], m[1])
	}
	for where, names := range named {
		if len(names) < 3 {
			t.Errorf("%s sets %v", where, names)
		}
		for _, n := range names {
			if !known[n] {
				t.Errorf("%s sets %s, which the program does not read", where, n)
			}
		}
	}
	var c config.Config // of api and worker, which insist on what they share
	for _, m := range regexp.MustCompile(`(?m)^(\w+) is needed`).FindAllStringSubmatch(c.ValidateShared().Error(), -1) {
		if !slices.Contains(append(named["ConfigMap proofboard"], named["Secret proofboard"]...), m[1]) ||
			!slices.Contains(named["compose worker-1"], m[1]) {
			t.Errorf("%s is not set", m[1])
		}
	}
	secrets := []string{"DATABASE_URL", "NATS_URL", "S3_ACCESS_KEY", "S3_SECRET_KEY", "SMTP_URL"}
	for _, n := range named["ConfigMap proofboard"] {
		if slices.Contains(secrets, n) {
			t.Errorf("the ConfigMap holds %s", n)
		}
	}
	for _, n := range secrets {
		if !slices.Contains(named["Secret proofboard"], n) || !slices.Contains(named["compose api-1"], n) {
			t.Errorf("%s is not set", n)
		}
	}
}

type composeFile struct {
	Services map[string]struct {
		Image, User, Restart string
		Command              []string
		Environment          map[string]string
		ReadOnly             bool     `yaml:"read_only"`
		CapDrop              []string `yaml:"cap_drop"`
		SecurityOpt          []string `yaml:"security_opt"`
		Ports                []string
		Healthcheck          struct{ Test []string }
		Deploy               struct {
			Resources struct {
				Limits struct{ Memory string }
			}
		}
	}
}

func compose(t *testing.T) composeFile {
	t.Helper()
	var c composeFile
	if err := yaml.Unmarshal([]byte(read(t, "compose.yaml")), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTheComposeFileRunsWholeAndKeepsNoSecrets(t *testing.T) {
	c := compose(t)
	for name, command := range map[string]string{"api-1": "api", "api-2": "api", "worker-1": "worker", "worker-2": "worker", "migrate": "migrate"} {
		s := c.Services[name]
		if !slices.Equal(s.Command, []string{command}) || s.User != "65532:65532" || !s.ReadOnly ||
			!slices.Equal(s.CapDrop, []string{"ALL"}) {
			t.Errorf("%s: %+v", name, s)
		}
	}
	for _, name := range []string{"postgres", "nats-1", "nats-2", "nats-3", "s3"} {
		if len(c.Services[name].Healthcheck.Test) == 0 {
			t.Errorf("%s has no healthcheck", name)
		}
	}
	secret := regexp.MustCompile(`PASSWORD|SECRET|ACCESS_KEY|_URL`)
	for name, s := range c.Services {
		if !slices.Contains(s.SecurityOpt, "no-new-privileges:true") {
			t.Errorf("%s may gain privileges", name)
		}
		if !slices.Equal(s.CapDrop, []string{"ALL"}) {
			t.Errorf("%s keeps capabilities that it may not need", name)
		}
		if name != "migrate" && s.Deploy.Resources.Limits.Memory == "" {
			t.Errorf("%s may take all memory", name)
		}
		for _, p := range s.Ports {
			if !strings.HasPrefix(p, "${HTTP_BIND:-127.0.0.1}:") || name != "proxy" {
				t.Errorf("%s opens %s", name, p)
			}
		}
		for k, v := range s.Environment {
			if secret.MatchString(k) && v != "" && !strings.Contains(v, "${") && v != "http://s3:7070" {
				t.Errorf("%s: %s is written into the file", name, k)
			}
		}
	}
	superuser := c.Services["postgres"].Environment["POSTGRES_USER"]
	login := regexp.MustCompile(`^postgres://(\w+):`).
		FindStringSubmatch(c.Services["api-1"].Environment["DATABASE_URL"])
	if len(login) != 2 || login[1] == superuser ||
		!strings.Contains(read(t, "roles.sh"), "alter role "+login[1]+" login nosuperuser") {
		t.Errorf("the product logs in as %q, the superuser is %q", login, superuser)
	}
	for name, s := range c.Services { // only migrate owns the schema
		if url := s.Environment["DATABASE_URL"]; url != "" &&
			strings.Contains(url, "//proofboard_service:") != (name == "migrate") {
			t.Errorf("%s logs in with %s", name, url)
		}
	}
	example := read(t, "compose.env.example")
	for _, m := range regexp.MustCompile(`\$\{(\w+)(:\?)?`).FindAllStringSubmatch(read(t, "compose.yaml"), -1) {
		if !regexp.MustCompile(`(?m)^` + m[1] + `=`).MatchString(example) {
			t.Errorf("compose.env.example does not name %s", m[1])
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^\w*(?:PASSWORD|SECRET_KEY|ACCESS_KEY)=(.+)$`).FindAllStringSubmatch(example, -1) {
		t.Errorf("the example has a secret: %s", m[0])
	}
}

func TestImagesArePinnedToTheVersionsThatAreTested(t *testing.T) {
	images := map[string]string{}
	for name, s := range compose(t).Services {
		images[name] = s.Image
	}
	for _, m := range regexp.MustCompile(`(?m)^FROM (?:--platform=\S+ )?(\S+)`).FindAllStringSubmatch(read(t, "Dockerfile"), -1) {
		images["FROM "+m[1]] = m[1]
	}
	tagged := regexp.MustCompile(`:v?\d+\.\d+(\.\d+)?[\w.-]*(@sha256:[0-9a-f]{64})?$|^scratch$|^proofboard:local$`)
	byTag := regexp.MustCompile(`^(nats|caddy):|^scratch$|^proofboard:local$`)
	for where, image := range images {
		if !tagged.MatchString(image) || !byTag.MatchString(image) && !strings.Contains(image, "@sha256:") {
			t.Errorf("%s: %q is not pinned", where, image)
		}
	}
	gomod := read(t, "..", "go.mod")
	version := func(text, pattern string) string {
		m := regexp.MustCompile(pattern).FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("no %s", pattern)
		}
		return m[1]
	}
	for image, want := range map[string]string{
		images["nats-1"]:   "nats:" + version(gomod, `nats-server/v2 v(\S+)`),
		images["s3"]:       "versity/versitygw:" + version(read(t, "..", "internal", "embedded", "tools", "versitygw", "go.mod"), `versity/versitygw (\S+)`),
		images["postgres"]: "postgres:" + version(read(t, "..", "internal", "embedded", "postgres", "package.json"), `"(\d+\.\d+)\.\d+`),
	} {
		if !strings.HasPrefix(image, want) {
			t.Errorf("%s is deployed, %s is tested", image, want)
		}
	}
	if want := "golang:" + version(gomod, `\ngo (\d+\.\d+)`); !strings.Contains(read(t, "Dockerfile"), want+".") {
		t.Errorf("the image is not built with %s", want)
	}
}

func TestTheImageHoldsTheBinaryAndRunsAsNobody(t *testing.T) {
	stages := strings.Split(read(t, "Dockerfile"), "\nFROM ")
	last := stages[len(stages)-1]
	for _, want := range []string{"scratch\n", "\nUSER 65532:65532\n", "\nENTRYPOINT [\"/proofboard\"]\n", "ca-certificates.crt", "PROOFBOARD_LISTEN=:8080", "\nEXPOSE 8080\n"} {
		if !strings.Contains("\n"+last, want) {
			t.Errorf("the last stage lacks %q", want)
		}
	}
	if strings.Contains(last, "\nRUN ") ||
		regexp.MustCompile(`(?m)^ADD |:latest|(?i)(ARG|ENV) \w*(password|secret|token)`).
			MatchString(read(t, "Dockerfile")) {
		t.Error("the Dockerfile runs in the last stage, adds from elsewhere, or takes secrets")
	}
	// What the build reads is let through, and no more.
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if .Module}}{{if .Module.Main}}{{.ImportPath}}{{end}}{{end}}", "../cmd/proofboard").
		Output()
	if err != nil {
		t.Fatal(err)
	}
	need := map[string]bool{"go.mod": true, "go.sum": true}
	for p := range strings.FieldsSeq(string(out)) {
		top, _, _ := strings.Cut(strings.TrimPrefix(p, "github.com/proofboard/proofboard/"), "/")
		need[top] = true
	}
	let := map[string]bool{}
	for line := range strings.Lines(read(t, "Dockerfile.dockerignore")) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "!"); ok {
			let[name] = true
		}
	}
	if !maps.Equal(need, let) {
		t.Errorf("the build needs %v and is let have %v", slices.Sorted(maps.Keys(need)), slices.Sorted(maps.Keys(let)))
	}
}

func TestNATSReadsItsConfiguration(t *testing.T) {
	env := compose(t).Services["nats-2"].Environment
	for name, value := range env {
		value = regexp.MustCompile(`\$\{NATS_PASSWORD(:\?[^}]*)?\}`).ReplaceAllString(value, "123e4")
		t.Setenv(name, value)
	}
	o, err := server.ProcessConfigFile("nats.conf")
	if err != nil {
		t.Fatal(err)
	}
	if o.ServerName != "nats-2" || !o.JetStream || !o.SyncAlways || o.Password != "123e4" ||
		o.Cluster.Password != "123e4" ||
		len(o.Routes) != 3 ||
		o.HTTPPort != 8222 {
		t.Errorf("NATS reads %+v", o)
	}
	for i, r := range o.Routes {
		if pw, _ := r.User.Password(); pw != "123e4" || r.Port() != "6222" ||
			!strings.HasPrefix(r.Hostname(), "nats-") {
			t.Errorf("route %d leads to %s", i, r)
		}
	}
}

func TestTheProxyHidesWhatIsForInside(t *testing.T) {
	caddy := read(t, "Caddyfile")
	for _, path := range []string{"/metrics", "/readyz", "/healthz", "/dev/"} {
		if !strings.Contains(caddy, path) {
			t.Errorf("Caddy lets %s through", path)
		}
	}
	var hidden bytes.Buffer
	rules, _ := in(manifests(t)["Ingress proofboard"], "spec", "rules").([]any)
	for _, r := range rules {
		paths, _ := in(r, "http", "paths").([]any)
		for _, p := range paths {
			if in(p, "backend", "service", "name") == "nowhere" {
				hidden.WriteString(in(p, "path").(string) + " ")
			}
		}
	}
	if hidden.String() != "/metrics /readyz /healthz /dev " {
		t.Errorf("the ingress hides %s", hidden.String())
	}
}

func TestKubernetesTrustsNoNetworkUntilItIsNamed(t *testing.T) {
	if c := read(t, "kubernetes/configmap.yaml"); !strings.Contains(c, "\n  PROOFBOARD_TRUSTED_PROXIES: \"\"\n") {
		t.Errorf("X-Forwarded-For is believed: %s", c)
	}
}

// A mail server that is away leaves messages unacknowledged, not pending, while messages that ask for no
// mail are dealt with. A process that died is no reason for the others to say less.
func TestTheAlertsSeeMailThatWaitsAndOneProcessThatDied(t *testing.T) {
	var rules struct {
		Groups []struct {
			Rules []struct{ Alert, Expr string }
		}
	}
	if err := yaml.Unmarshal([]byte(read(t, "prometheus", "alerts.yaml")), &rules); err != nil {
		t.Fatal(err)
	}
	expr := map[string]string{}
	for _, g := range rules.Groups {
		for _, r := range g.Rules {
			expr[r.Alert] = r.Expr
		}
	}
	if e := expr["ProofboardConsumerStuck"]; !strings.Contains(
		e, "proofboard_consumer_pending_messages + proofboard_consumer_unacknowledged_messages) > 0",
	) {
		t.Errorf("ProofboardConsumerStuck is %s", e)
	}
	if e := expr["ProofboardMailFails"]; !strings.Contains(e, `proofboard_mails_total{outcome="failed"}`) {
		t.Errorf("ProofboardMailFails is %q", e)
	}
	if e := expr["ProofboardProcessDown"]; !strings.HasPrefix(e, "up == 0 and on (job, instance) ") {
		t.Errorf("ProofboardProcessDown is %q", e)
	}
}
