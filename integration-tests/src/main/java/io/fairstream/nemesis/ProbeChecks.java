package io.fairstream.nemesis;

import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Host;
import io.fairstream.schemas.HostReport;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.Node;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.UserAccounting;
import io.fairstream.schemas.registry.SchemaRegistries;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** Check that all acknowledged records are in the topics, and are charged once. */
final class ProbeChecks {
    private static final int MAX_SHOWN = 5;
    private static final double MICROSECOND = 1e-6;

    private final Settings settings;
    private final Inputs inputs;
    private final Published published;
    private final List<Check> checks = new ArrayList<>();

    ProbeChecks(Settings settings, Inputs inputs, Published published) {
        this.settings = settings;
        this.inputs = inputs;
        this.published = published;
    }

    List<Check> checks() {
        return checks;
    }

    /** The sums that were known in advance. */
    void check(Sums sums) {
        exact("priorities", Topics.PRIORITIES, sums.matched, ProbeChecks::matchedMillis);
        exact(
                "job-accounting",
                Topics.JOB_ACCOUNTING,
                sums.allocated,
                row -> ((JobAccounting) row).getCpuTimeAllocatedMicros());
        exact(
                "user-accounting, allocated",
                Topics.USER_ACCOUNTING,
                sums.usersAllocated,
                row -> ((UserAccounting) row).getCpuTimeAllocatedMicros());
        exact(
                "user-accounting, used",
                Topics.USER_ACCOUNTING,
                sums.usersUsed,
                row -> ((UserAccounting) row).getCpuTimeUsedMicros());
        exact("nodes", Topics.NODES, sums.nodes, ProbeChecks::capacity);
        near("hosts", sums.hosts, row -> ((Host) row).getCpuSeconds());
    }

    private static long matchedMillis(Object row) {
        return Math.round(((Priority) row).getAccumulatedUsage() * 1000);
    }

    private static long capacity(Object row) {
        Node node = (Node) row;
        return node.getSessionsMicros() + node.getSystemMicros() + node.getIdleMicros() + node.getDownMicros();
    }

    private void exact(String table, Topic<?> topic, Map<String, Long> sums, ToLongFunction<Object> of) {
        Map<String, Long> found = new TreeMap<>();
        sums.keySet().forEach(key -> {
            Object row = row(topic, key);
            if (row != null) {
                found.put(key, of.applyAsLong(row));
            }
        });
        compare(table, sums, found);
    }

    private void near(String table, Map<String, Double> sums, ToDoubleFunction<Object> of) {
        Map<String, Long> expected = new TreeMap<>();
        Map<String, Long> found = new TreeMap<>();
        sums.forEach((key, sum) -> {
            expected.put(key, Math.round(sum / MICROSECOND));
            Object row = row(Topics.HOSTS, key);
            if (row != null) {
                found.put(key, Math.round(of.applyAsDouble(row) / MICROSECOND));
            }
        });
        compare(table, expected, found);
    }

    private @Nullable Object row(Topic<?> topic, String key) {
        List<Object> rows = published.rows(topic).get(key);
        return rows == null ? null : rows.get(0);
    }

    private void compare(String table, Map<String, ?> expected, Map<String, ?> found) {
        List<String> wrong = expected.keySet().stream()
                .filter(key -> !Objects.equals(expected.get(key), found.get(key)))
                .map(key -> key + ": " + found.get(key) + " (expected: " + expected.get(key) + ")")
                .toList();
        add("probes are charged once: " + table, expected.size() + " sums", wrong);
    }

    private void add(String name, String detail, List<String> wrong) {
        checks.add(new Check(
                name,
                wrong.isEmpty(),
                wrong.isEmpty()
                        ? detail
                        : wrong.size() + " wrong: "
                                + wrong.stream().limit(MAX_SHOWN).toList()));
    }

    /** Each record that the brokers acknowledged stands where they said. */
    void check(List<Feeder.Acknowledged> acknowledged) {
        Map<TopicPartition, Map<Long, ConsumerRecord<byte[], byte[]>>> standing = new HashMap<>();
        List<String> topics = new ArrayList<>(List.of(SiteFiles.START_TOPIC, SiteFiles.FINISH_TOPIC));
        Topics.inputs().forEach(topic -> topics.add(topic.in(settings.topicPrefix())));
        Records.read(
                settings,
                topics,
                record -> standing.computeIfAbsent(
                                new TopicPartition(record.topic(), record.partition()), any -> new HashMap<>())
                        .put(record.offset(), record));
        List<String> lost = acknowledged.stream()
                .filter(each -> {
                    ConsumerRecord<byte[], byte[]> record =
                            standing.getOrDefault(each.partition(), Map.of()).get(each.offset());
                    return record == null
                            || !Arrays.equals(record.key(), each.record().key())
                            || !Arrays.equals(record.value(), each.record().value());
                })
                .map(each -> each.partition() + "@" + each.offset())
                .toList();
        add("what was acknowledged to the feeder stands in the topic", acknowledged.size() + " records", lost);
    }

    /**
     * Checks that the bridge has made the events of each record in Slurm's topics once, including the records that the feeder
     * sent again.
     */
    void checkBridge() {
        Map<String, Integer> expected = new TreeMap<>();
        Records.read(settings, List.of(SiteFiles.START_TOPIC, SiteFiles.FINISH_TOPIC), record -> {
            String job =
                    new String(record.value(), StandardCharsets.UTF_8).replaceFirst("^\\{\"jobid\":(\\d+),.*$", "$1");
            expected.merge(job + " RUNNING", 1, Integer::sum);
            if (record.topic().equals(SiteFiles.FINISH_TOPIC)) {
                expected.merge(job + " COMPLETE", 1, Integer::sum);
            }
        });
        Map<String, Integer> found = new TreeMap<>();
        for (JobEvent event : values(Topics.JOB_EVENTS)) {
            if (event.getCluster().equals(ProbeJobs.SLURM_CLUSTER)) {
                found.merge(event.getJobId() + " " + event.getState(), 1, Integer::sum);
            }
        }
        List<String> wrong = new ArrayList<>();
        expected.forEach((key, count) -> {
            if (!count.equals(found.get(key))) {
                wrong.add(key + ": " + found.get(key) + " (expected: " + count + ")");
            }
        });
        found.keySet().stream().filter(key -> !expected.containsKey(key)).forEach(wrong::add);
        add("the bridge has sent each of Slurm's records on once", expected.size() + " jobs and states", wrong);
    }

    /**
     * Each host has had what it was told that the gateway has, since its first report.
     *
     * @param told CPU seconds of the last report that was answered, by the client's name for itself
     */
    void checkGateway(Map<String, Double> told) {
        Map<String, Double> first = new TreeMap<>();
        Map<String, Double> last = new TreeMap<>();
        for (HostReport report : values(Topics.HOST_REPORTS)) {
            if (report.getUser().equals("alice") && !report.getProjects().isEmpty()) {
                double done = report.getProjects().get(0).getCpuSeconds();
                first.merge(report.getHost(), done, Math::min);
                last.merge(report.getHost(), done, Math::max);
            }
        }
        List<String> wrong = new ArrayList<>();
        List<Double> expected = told.values().stream().sorted().toList();
        List<Double> standing = last.values().stream().sorted().toList();
        if (!expected.equals(standing)) {
            wrong.add("host-reports end at " + standing + " (expected: " + expected + ")");
        }
        add("what the gateway answered for stands in host-reports", told.size() + " hosts", wrong);
        Map<String, Double> charged = new TreeMap<>();
        last.forEach((host, done) -> charged.put(host, done - first.getOrDefault(host, 0.0)));
        near("hosts of the gateway", charged, row -> ((Host) row).getCpuSeconds());
    }

    private <V> List<V> values(Topic<V> topic) {
        String name = topic.in(settings.topicPrefix());
        try (Deserializer<V> deserializer =
                topic.serde(SchemaRegistries.from(settings.registry())).deserializer()) {
            return inputs.of(name).stream()
                    .map(record -> deserializer.deserialize(name, record.value()))
                    .toList();
        }
    }
}
