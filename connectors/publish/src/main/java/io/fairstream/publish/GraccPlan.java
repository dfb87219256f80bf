package io.fairstream.publish;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairstream.schemas.Job;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Raw records of jobs for GRACC, in the format of its index {@code osg.raw}: one document a job, one a line. A
 * corrected job is sent again with the same {@code RecordId}. Durations are seconds, times ISO-8601 of UTC; counts are
 * strings.
 */
public final class GraccPlan {
    /** Maximum number of records in a message. */
    static final int LARGEST = 1000;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DIGEST = "sha256";

    private final GraccProbe probe;
    private final String topic;
    private final Instant at;
    private final List<Message> messages = new ArrayList<>();
    private final List<FinishedJob> pending = new ArrayList<>();
    private long unmeasured;

    private GraccPlan(GraccProbe probe, String topic, Instant at) {
        this.probe = probe;
        this.topic = topic;
        this.at = at;
    }

    /**
     * Computes the records to send: of jobs that were not sent, or with other values.
     *
     * @param earlier last sent values of each job, by id
     * @param at creation time of the records
     */
    public static Plan of(GraccProbe probe, FinishedJobs jobs, Map<String, Map<String, String>> earlier, Instant at) {
        GraccPlan plan = new GraccPlan(probe, jobs.topic(), at);
        for (FinishedJob job : jobs.jobs()) {
            Map<String, String> before = earlier.get(job.id());
            if (before == null || !plan.digest(job).equals(before.get(DIGEST))) {
                plan.add(job);
            }
        }
        plan.flush();
        List<String> vanished = earlier.keySet().stream()
                .filter(id -> !jobs.accounted().contains(id))
                .sorted()
                .toList();
        return new Plan(plan.messages, vanished, plan.unmeasured);
    }

    /** Adds a job. Jobs come by partition and offset, since a message belongs to one partition. */
    private void add(FinishedJob job) {
        if (!pending.isEmpty() && (pending.size() == LARGEST || pending.get(0).partition() != job.partition())) {
            flush();
        }
        pending.add(job);
        unmeasured += job.cpuMicros() == null ? 1 : 0;
    }

    private void flush() {
        if (pending.isEmpty()) {
            return;
        }
        StringBuilder text = new StringBuilder();
        List<Item> items = new ArrayList<>();
        Sums sums = Sums.NONE;
        for (FinishedJob job : pending) {
            ObjectNode record = record(job);
            record.put("CreateTime", at.truncatedTo(ChronoUnit.SECONDS).toString());
            text.append(record).append('\n');
            items.add(Item.of(topic, job, values(job)));
            sums = sums.plus(Sums.of(job));
        }
        FinishedJob first = pending.get(0);
        FinishedJob last = pending.get(pending.size() - 1);
        messages.add(new Message(
                "gracc-" + first.partition() + "-" + first.offset() + "-" + last.offset(),
                text.toString(),
                items,
                sums.named()));
        pending.clear();
    }

    private Map<String, String> values(FinishedJob job) {
        Map<String, String> values = new TreeMap<>(Sums.of(job).named());
        values.remove("jobs");
        values.put(DIGEST, digest(job));
        values.put("end", job.end().toString());
        return values;
    }

    /** Returns the digest of the record without its creation time. */
    private String digest(FinishedJob job) {
        try {
            byte[] record = record(job).toString().getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(record));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private ObjectNode record(FinishedJob finished) {
        Job job = finished.job();
        VoMap.Membership member = probe.members().of(finished);
        long cpu = Objects.requireNonNullElse(finished.cpuMicros(), 0L);
        ObjectNode record = JSON.createObjectNode();
        record.put("type", "JobUsageRecord");
        record.put("RecordId", probe.name() + ":" + finished.id());
        record.put("LocalJobId", Long.toString(job.getJobId()));
        record.put("GlobalJobId", finished.id());
        putIfAny(record, "LocalUserId", job.getUser());
        putIfAny(record, "GlobalUsername", member.globalUserName());
        putIfAny(record, "VOName", member.group().isEmpty() ? member.vo() : voName(member));
        putIfAny(record, "ReportableVOName", member.vo());
        putIfAny(record, "ProjectName", finished.account());
        putIfAny(record, "JobName", job.getName());
        record.put("ProbeName", probe.name());
        record.put("SiteName", probe.site());
        record.put("Grid", probe.grid());
        record.put("MachineName", job.getCluster());
        record.put("SubmitHost", job.getCluster());
        putIfAny(record, "Host", job.getNodeList());
        putIfAny(record, "Queue", job.getPartition());
        record.put("StartTime", seconds(finished.start()));
        record.put("EndTime", seconds(finished.end()));
        record.put("WallDuration", seconds(finished.wallMicros()));
        record.put("CpuDuration", seconds(cpu));
        record.put("CpuDuration_user", seconds(cpu));
        record.put("CpuDuration_system", BigDecimal.ZERO);
        putCount(record, "Processors", finished.processors());
        putCount(record, "NodeCount", finished.nodes());
        putCount(record, "GPUs", Objects.requireNonNullElse(job.getGpus(), 0));
        record.put("Njobs", "1");
        record.put("Status", Integer.toString(Objects.requireNonNullElse(job.getExitCode(), 0)));
        putIfAny(record, "Status_description", job.getOutcome());
        record.put("ResourceType", "Batch");
        return record;
    }

    /** Returns the VOMS attribute: {@code /cms/Role=production}. */
    private static String voName(VoMap.Membership member) {
        return member.role().isEmpty() ? member.group() : member.group() + "/" + member.role();
    }

    private static void putIfAny(ObjectNode record, String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            record.put(name, value);
        }
    }

    private static void putCount(ObjectNode record, String name, int count) {
        if (count > 0) {
            record.put(name, Integer.toString(count));
            if (!name.equals("GPUs")) {
                record.put(name + "_metric", "total");
            }
        }
    }

    private static String seconds(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Converts exactly, with at most six decimals. */
    private static BigDecimal seconds(long micros) {
        BigDecimal seconds = BigDecimal.valueOf(micros, 6).stripTrailingZeros();
        return seconds.scale() < 0 ? seconds.setScale(0, RoundingMode.UNNECESSARY) : seconds;
    }
}
