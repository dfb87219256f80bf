package io.fairstream.query.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.app.config.Settings;
import io.fairstream.query.priority.MultifactorPriority.Term;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.Node;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StyleTest {
    private static final Instant NOW = Instant.parse("2026-03-08T00:00:00Z");

    private static Settings.JobPriorities settings(String... entries) {
        Map<String, String> settings = new HashMap<>();
        for (String entry : entries) {
            settings.put("job.priority." + entry.replaceFirst("=.*", ""), entry.replaceFirst("[^=]*=", ""));
        }
        return Settings.parse(settings).jobPriorities();
    }

    private static Job.Builder job() {
        return Job.newBuilder()
                .setCluster("tux")
                .setJobId(17)
                .setSubmitted(Instant.parse("2026-03-01T00:00:00Z"))
                .setRuns(0)
                .setState(JobState.PENDING)
                .setSince(Instant.parse("2026-03-01T00:00:00Z"))
                .setUser("alice")
                .setBank("root/physics")
                .setPartition("debug");
    }

    private static Map<String, Double> values(Style.Evaluated evaluated) {
        Map<String, Double> values = new TreeMap<>();
        for (Term term : evaluated.priority().terms()) {
            if (term.value() != 0) {
                values.put(term.name(), term.value());
            }
        }
        return values;
    }

    @Test
    void fluxsTermsAreThoseOfItsDocumentation() {
        Style style = new FluxStyle(settings("queues=debug=1,batch=0.5", "banks=root/physics=-2", "weights=bank=100"));
        Style.Evaluated evaluated = style.evaluate(job().build(), 0.5);
        assertEquals(Map.of("fairshare", 50_000.0, "queue", 10_000.0, "bank", -200.0), values(evaluated));
        assertEquals(59_800, evaluated.priority().priority());
        assertEquals(Set.of("urgency"), evaluated.unknown());
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 34000", "16, 50000, 50000", "20, 54000, 54000", "31, 4294967295, 65000"})
    void fluxsUrgencyHoldsRaisesOrExpedites(int urgency, long priority, double sum) {
        Job job = Job.newBuilder(job().build()).setUrgency(urgency).build();
        Style.Evaluated evaluated = new FluxStyle(settings()).evaluate(job, 0.5);
        assertEquals(priority, evaluated.priority().priority());
        assertEquals(sum, evaluated.priority().sum());
        assertEquals(Set.of(), evaluated.unknown());
    }

    @Test
    void aJobWithoutAPlaceHasNoFairShareAndItIsSaid() {
        Style.Evaluated evaluated = new FluxStyle(settings("weights=urgency=0")).evaluate(job().build(), null);
        assertEquals(0, evaluated.priority().priority());
        assertEquals(Set.of("fairshare"), evaluated.unknown());
    }

    @Test
    void slurmsTermsComeOfTheWaitTheSizeAndThePartition() {
        Settings.JobPriorities settings = settings(
                "style=slurm",
                "weights=age=1000,fairshare=10000,jobsize=400,partition=20",
                "max.age=P14D",
                "queues=debug=5,batch=10");
        Style style = new SlurmStyle(settings, nodes("tux", 2, "gnu", 100), NOW);
        Style.Evaluated evaluated =
                style.evaluate(job().setNodes(1).setProcessors(8).build(), 0.25);
        assertEquals(
                Map.of("age", 500.0, "fairshare", 2500.0, "jobsize", 400 * (1 / 2.0 + 8 / 64.0) / 2, "partition", 10.0),
                values(evaluated));
        assertEquals(3135, evaluated.priority().priority());
        assertEquals(Set.of(), evaluated.unknown());
    }

    @Test
    void whatSlurmNeedsAndIsNotKnownIsNamedOnlyIfItWeighs() {
        Job unknown = job().setSubmitted(null).build();
        Style all = new SlurmStyle(
                settings("style=slurm", "weights=age=1,fairshare=1,jobsize=1", "max.age=P14D"), List.of(), NOW);
        assertEquals(Set.of("fairshare", "jobsize"), all.evaluate(unknown, null).unknown());
        assertEquals(Map.of("age", 0.5), values(all.evaluate(unknown, null)));
        Style none = new SlurmStyle(settings("style=slurm"), List.of(), NOW);
        assertEquals(Set.of(), none.evaluate(unknown, null).unknown());
        assertEquals(1, none.evaluate(unknown, null).priority().priority());
    }

    @Test
    void jobsWithoutABankAreOfNobodysBank() {
        assertEquals("root/physics/alice", WaitingJob.association(job().build()));
        assertEquals("UNKNOWN/alice", WaitingJob.association(job().setBank("").build()));
    }

    @ParameterizedTest(name = "{4}")
    @CsvSource({
        "high,   '',                          100,  '',           the highest of the configured",
        "normal, '',                          10,   '',           a tenth of it",
        "other,  '',                          0,    '',           one that is not configured",
        "'',     '',                          0,    qos,          none that is known",
        "high,   'cpu=16,mem=32G',            100,  '',           without weights of TRES their amounts do not count",
    })
    void slurmsQosCountsByTheHighest(String qos, String tres, double expected, String unknown, String why) {
        Settings.JobPriorities settings = settings("style=slurm", "weights=qos=100", "qos=normal=10,high=100");
        Style.Evaluated evaluated = new SlurmStyle(settings, List.of(), NOW)
                .evaluate(job().setQos(qos).setTres(tres).build(), 0.5);
        assertEquals(expected, values(evaluated).getOrDefault("qos", 0.0), why);
        assertEquals(unknown.isEmpty() ? Set.of() : Set.of(unknown), evaluated.unknown(), why);
    }

    @ParameterizedTest(name = "{4}")
    @CsvSource({
        "cpu=16,               250, 0,   '',                 16 of the 64 processors that two agents report",
        "'cpu=16,gres/gpu=2',  250, 500, '',                 and 2 of the 4 GPUs that the settings say",
        "gres/gpu=2,           0,   500, '',                 what it does not ask for is 0",
        "'',                   0,   0,   all,                a job of which it is not known",
    })
    void slurmsTresCountByWhatThereIs(String tres, double cpu, double gpu, String unknown, String why) {
        Settings.JobPriorities settings =
                settings("style=slurm", "weights=tres/cpu=1000,tres/gres/gpu=1000", "tres=gres/gpu=4");
        Style.Evaluated evaluated = new SlurmStyle(settings, nodes("tux", 2, "gnu", 100), NOW)
                .evaluate(job().setTres(tres).build(), 0.5);
        Map<String, Double> values = values(evaluated);
        assertEquals(cpu, values.getOrDefault("tres/cpu", 0.0), why);
        assertEquals(gpu, values.getOrDefault("tres/gres/gpu", 0.0), why);
        assertEquals(unknown.equals("all") ? Set.of("tres/cpu", "tres/gres/gpu") : Set.of(), evaluated.unknown(), why);
    }

    @Test
    void aTresOfWhichNobodySaysHowMuchThereIsIsNamed() {
        Style style = new SlurmStyle(settings("style=slurm", "weights=tres/cpu=1,tres/mem=1"), List.of(), NOW);
        Style.Evaluated evaluated = style.evaluate(job().setTres("cpu=1,mem=1G").build(), 0.5);
        assertEquals(Set.of("tres/cpu", "tres/mem"), evaluated.unknown());
        assertEquals(
                "the request of the job or the total (job.priority.tres) is unknown, counted as 0",
                style.assumptions().get("tres/mem"));
    }

    private static List<Node> nodes(Object... clustersAndCounts) {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < clustersAndCounts.length; i += 2) {
            for (int n = 0; n < (Integer) clustersAndCounts[i + 1]; n++) {
                nodes.add(node((String) clustersAndCounts[i], "n" + n));
            }
        }
        return nodes;
    }

    private static Node node(String cluster, String name) {
        return new Node(cluster, name, 32, 0L, 0L, 0L, 0L, 0L, NOW, NOW, 0L);
    }
}
