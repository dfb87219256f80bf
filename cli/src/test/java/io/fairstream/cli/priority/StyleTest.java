package io.fairstream.cli.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.share.MultifactorPriority.Term;
import io.fairstream.schemas.GeneratedRecords;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.Node;
import io.fairstream.streams.config.Settings;
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

    static {
        GeneratedRecords.allow();
    }

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

    private static Map<String, Double> values(Style.Judged judged) {
        Map<String, Double> values = new TreeMap<>();
        for (Term term : judged.priority().terms()) {
            if (term.value() != 0) {
                values.put(term.name(), term.value());
            }
        }
        return values;
    }

    @Test
    void fluxsTermsAreThoseOfItsDocumentation() {
        Style style = new FluxStyle(settings("queues=debug=1,batch=0.5", "banks=root/physics=-2", "weights=bank=100"));
        Style.Judged judged = style.judge(job().build(), 0.5);
        assertEquals(Map.of("fairshare", 50_000.0, "queue", 10_000.0, "bank", -200.0), values(judged));
        assertEquals(59_800, judged.priority().priority());
        assertEquals(Set.of("urgency"), judged.untold());
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 34000", "16, 50000, 50000", "20, 54000, 54000", "31, 4294967295, 65000"})
    void fluxsUrgencyHoldsRaisesOrExpedites(int urgency, long priority, double sum) {
        Job job = Job.newBuilder(job().build()).setUrgency(urgency).build();
        Style.Judged judged = new FluxStyle(settings()).judge(job, 0.5);
        assertEquals(priority, judged.priority().priority());
        assertEquals(sum, judged.priority().sum());
        assertEquals(Set.of(), judged.untold());
    }

    @Test
    void aJobWithoutAPlaceHasNoFairShareAndItIsSaid() {
        Style.Judged judged = new FluxStyle(settings("weights=urgency=0")).judge(job().build(), null);
        assertEquals(0, judged.priority().priority());
        assertEquals(Set.of("fairshare"), judged.untold());
    }

    @Test
    void slurmsTermsComeOfTheWaitTheSizeAndThePartition() {
        Settings.JobPriorities settings = settings(
                "style=slurm",
                "weights=age=1000,fairshare=10000,jobsize=400,partition=20",
                "max.age=P14D",
                "queues=debug=5,batch=10");
        Style style = new SlurmStyle(settings, nodes("tux", 2, "gnu", 100), NOW);
        Style.Judged judged = style.judge(job().setNodes(1).setProcessors(8).build(), 0.25);
        assertEquals(
                Map.of("age", 500.0, "fairshare", 2500.0, "jobsize", 400 * (1 / 2.0 + 8 / 64.0) / 2, "partition", 10.0),
                values(judged));
        assertEquals(3135, judged.priority().priority());
        assertEquals(Set.of(), judged.untold());
    }

    @Test
    void whatSlurmNeedsAndNobodyToldIsNamedOnlyIfItWeighs() {
        Job untold = job().setSubmitted(null).build();
        Style all = new SlurmStyle(
                settings("style=slurm", "weights=age=1,fairshare=1,jobsize=1", "max.age=P14D"), List.of(), NOW);
        assertEquals(Set.of("fairshare", "jobsize"), all.judge(untold, null).untold());
        assertEquals(Map.of("age", 0.5), values(all.judge(untold, null)));
        Style none = new SlurmStyle(settings("style=slurm"), List.of(), NOW);
        assertEquals(Set.of(), none.judge(untold, null).untold());
        assertEquals(1, none.judge(untold, null).priority().priority());
    }

    @Test
    void jobsWithoutABankAreOfNobodysBank() {
        assertEquals("root/physics/alice", Line.association(job().build()));
        assertEquals("UNKNOWN/alice", Line.association(job().setBank("").build()));
    }

    @Test
    void theHighestPriorityComesFirstThenWhoCameFirst() {
        Style style = new FluxStyle(settings("queues=debug=1"));
        Job early = job().setJobId(1).setPartition("batch").build();
        Job late = job().setJobId(2)
                .setPartition("batch")
                .setSubmitted(Instant.parse("2026-03-02T00:00:00Z"))
                .build();
        Job favoured = job().setJobId(3).build();
        assertEquals(
                List.of("tux/3", "tux/1", "tux/2"),
                Line.of(List.of(late, early, favoured), List.of(), style).stream()
                        .map(Line::name)
                        .toList());
        assertEquals(
                List.of(
                        "fairshare of 3 jobs: no place in fair-share, counted as 0",
                        "urgency of 3 jobs: no event says it, taken" + " as 16"),
                new PriorityListing(Line.of(List.of(late, early, favoured), List.of(), style), "flux")
                        .notes(style.assumptions()));
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
