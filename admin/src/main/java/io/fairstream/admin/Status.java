package io.fairstream.admin;

import io.fairstream.app.UnreadRange;
import io.fairstream.app.config.Settings;
import io.fairstream.client.InputTopic;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.records.Offsets;
import io.fairstream.query.records.PartitionOffsets;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.Refusals;
import io.fairstream.query.tables.RefusedTopic;
import io.fairstream.schemas.InputCounts;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Status of a topology, on one screen.
 *
 * @param application its application id
 * @param state of its consumer group, in Kafka's words; {@code none} where there is no such group
 * @param instances that are running
 * @param sources its inputs, in the order of the catalogue
 * @param refusals by topic and reason, within the retention of their rows
 */
public record Status(
        String application,
        String state,
        List<InstanceStatus> instances,
        List<SourceStatus> sources,
        List<Refused> refusals) {
    /** Number of records of a topic rejected for a reason, and the first of them. */
    public record Refused(String topic, String reason, long count, String first) {}

    private static final int MAX_REFUSALS = 10;

    /** Reads the status from the cluster. */
    public static Status of(TopicReader reader) {
        Settings settings = reader.settings();
        try (Offsets offsets = new Offsets(settings)) {
            Optional<ConsumerGroupDescription> group = offsets.group(settings.applicationId());
            return new Status(
                    settings.applicationId(),
                    group.map(found -> found.groupState().toString()).orElse("none"),
                    group.map(found -> InstanceStatus.of(settings.applicationId(), found.members()))
                            .orElse(List.of()),
                    sources(offsets, reader, settings),
                    refused(reader));
        }
    }

    private static List<SourceStatus> sources(Offsets offsets, TopicReader reader, Settings settings) {
        List<InputCounts> inputCounts = reader.latest(Topics.INPUT_COUNTS);
        List<UnreadRange> unread = reader.unread();
        PartitionOffsets committed = offsets.committed(settings.applicationId());
        List<SourceStatus> sources = new ArrayList<>();
        for (InputTopic<?> input : InputTopic.ALL) {
            String name = input.topic().in(settings.topicPrefix());
            List<TopicPartition> partitions = offsets.partitions(List.of(name));
            PartitionOffsets begins = offsets.begins(partitions);
            PartitionOffsets ends = offsets.stableEnds(partitions);
            long waiting = partitions.stream()
                    .mapToLong(partition -> Math.max(
                            0, ends.of(partition) - Math.max(begins.of(partition), committed.of(partition, 0))))
                    .sum();
            Instant heard = offsets.newest(partitions).values().stream()
                    .max(Comparator.naturalOrder())
                    .map(Instant::ofEpochMilli)
                    .orElse(null);
            List<InputCounts> own = inputCounts.stream()
                    .filter(counts -> counts.getTopic().equals(name))
                    .toList();
            sources.add(new SourceStatus(
                    input.topic().name(), waiting, unread(unread, name), heard, newest(own), counts(own)));
        }
        return sources;
    }

    private static long unread(List<UnreadRange> ranges, String topic) {
        return ranges.stream()
                .filter(range -> range.topic().equals(topic))
                .mapToLong(UnreadRange::offsets)
                .sum();
    }

    private static @Nullable Instant newest(List<InputCounts> inputCounts) {
        return inputCounts.stream()
                .map(InputCounts::getNewest)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    private static SourceStatus.Counts counts(List<InputCounts> inputCounts) {
        return inputCounts.stream()
                .map(counts -> new SourceStatus.Counts(
                        counts.getRead(),
                        counts.getApplied(),
                        counts.getDuplicates(),
                        counts.getWithoutEffect(),
                        counts.getRejected(),
                        counts.getWaiting()))
                .reduce(SourceStatus.Counts.NONE, SourceStatus.Counts::plus);
    }

    private static List<Refused> refused(TopicReader reader) {
        Refusals refusals = new Refusals();
        reader.readReadable(Topics.REJECTIONS, refusals::add);
        reader.read(Topics.DEAD_LETTERS, refusals::addUnreadable);
        List<Refused> all = new ArrayList<>();
        for (RefusedTopic topic : refusals.topics()) {
            topic.reasons()
                    .forEach(count -> all.add(new Refused(
                            topic.name(),
                            count.reason(),
                            count.count(),
                            count.first().text())));
        }
        all.sort(Comparator.comparingLong(Refused::count).reversed());
        return all;
    }

    /** Returns the number of waiting records in all inputs. */
    public long waiting() {
        return sources.stream().mapToLong(SourceStatus::waiting).sum();
    }

    /** Returns an upper bound of the records of all inputs that were deleted before the topology read them. */
    public long unread() {
        return sources.stream().mapToLong(SourceStatus::unread).sum();
    }

    /** Returns true if each record that was read has an outcome, in each input. */
    public boolean isBalanced() {
        return sources.stream().allMatch(source -> source.counts().isBalanced());
    }

    /**
     * Returns the status to show.
     *
     * @param now reference for the time without records
     */
    public Document document(Instant now) {
        Document document = new Document()
                .say(String.format(
                        Locale.ROOT,
                        "%s: %s, %d %s, %,d records wait; %s.",
                        application,
                        state,
                        instances.size(),
                        instances.size() == 1 ? "instance" : "instances",
                        waiting(),
                        isBalanced()
                                ? "all records read are counted"
                                : "RECORDS READ ARE NOT COUNTED (audit shows where)"));
        if (instances.isEmpty()) {
            document.warn("no topology of this application.id is running (expected: run, or standalone)");
        }
        if (unread() > 0) {
            document.warn(String.format(
                    Locale.ROOT, "%,d records were deleted before they were read (audit shows where)", unread()));
        }
        document.say("")
                .with(new Columns<InstanceStatus>()
                        .text("instance", InstanceStatus::id)
                        .text("host", InstanceStatus::host)
                        .number("threads", InstanceStatus::threads)
                        .number("partitions", InstanceStatus::partitions)
                        .report(instances)
                        .as("instance"));
        document.say("").with(sourceColumns(now).report(sources).as("source"));
        if (!refusals.isEmpty()) {
            document.say("")
                    .with(new Columns<Refused>()
                            .text("topic", Refused::topic)
                            .text("reason", Refused::reason)
                            .add("refused", Format.WHOLE, Refused::count)
                            .text("first", Refused::first)
                            .report(refusals.stream().limit(MAX_REFUSALS).toList())
                            .as("refusal"));
        }
        return document;
    }

    private static Columns<SourceStatus> sourceColumns(Instant now) {
        return new Columns<SourceStatus>()
                .text("topic", SourceStatus::topic)
                .add("waiting", Format.WHOLE, SourceStatus::waiting)
                .add("unread", Format.WHOLE, SourceStatus::unread)
                .add("silentSeconds", Format.ELAPSED, source -> silence(source, now))
                .headed("SILENT")
                .time("newest", SourceStatus::newest)
                .add("read", Format.WHOLE, source -> source.counts().read())
                .add("applied", Format.WHOLE, source -> source.counts().applied())
                .unshown()
                .add("duplicates", Format.WHOLE, source -> source.counts().duplicates())
                .unshown()
                .add("withoutEffect", Format.WHOLE, source -> source.counts().withoutEffect())
                .unshown()
                .add("rejected", Format.WHOLE, source -> source.counts().rejected());
    }

    private static @Nullable Long silence(SourceStatus source, Instant now) {
        return source.heard() == null
                ? null
                : (Long) Math.max(0, Duration.between(source.heard(), now).toSeconds());
    }
}
