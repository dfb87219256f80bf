package io.fairstream.cli.export;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.RowsCommand;
import io.fairstream.publish.Entry;
import io.fairstream.publish.FinishedJobs;
import io.fairstream.publish.FinishedJobs.Account;
import io.fairstream.publish.Message;
import io.fairstream.publish.Outbox;
import io.fairstream.publish.Plan;
import io.fairstream.publish.VoMap;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Writes pending records as messages to a directory, and lists the messages. */
abstract class SendingCommand extends RowsCommand {
    @Option(
            names = "--directory",
            required = true,
            paramLabel = "DIR",
            description = "Directory of messages and their ledger.")
    private @Nullable Path directory;

    @Option(
            names = "--site",
            required = true,
            paramLabel = "NAME",
            description = "Name of the site, as the recipient knows it.")
    private @Nullable String site;

    @Option(
            names = "--vo-map",
            paramLabel = "FILE",
            description = "Lines user,NAME,VO[,GROUP[,ROLE[,GLOBAL NAME]]] and bank,PATH,VO. Without it the VO is the"
                    + " account's name.")
    private @Nullable Path voMap;

    /** Purpose of the directory. */
    abstract SortedMap<String, String> purpose();

    /** Computes the messages to send. */
    abstract Plan plan(FinishedJobs jobs, Map<String, Map<String, String>> earlier, VoMap members, Instant at);

    /** Suffix of the file name of a message. */
    abstract String suffix();

    final String site() {
        return Objects.requireNonNull(site);
    }

    /** Rejects options that are wrong regardless of the data, before anything is read. */
    abstract void check(VoMap members);

    @Override
    public final Integer call() throws Exception {
        VoMap members = voMap == null ? VoMap.NONE : Refusals.read(voMap, VoMap::parse);
        Refusals.mended(() -> {
            check(members);
            return 0;
        });
        try (Cluster cluster = open();
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry());
                Outbox outbox = Refusals.mended(() -> Outbox.open(Objects.requireNonNull(directory), purpose()))) {
            return Refusals.mended(() -> send(reader, outbox, members));
        }
    }

    private int send(TopicReader reader, Outbox outbox, VoMap members) throws IOException {
        Map<String, Map<String, String>> earlier = new HashMap<>();
        outbox.sent().forEach((id, sent) -> earlier.put(id, sent.item().values()));
        Instant at = Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS);
        FinishedJobs jobs = finishedJobs(reader);
        Plan plan = plan(jobs, earlier, members, at);
        List<Entry> entries = new ArrayList<>();
        for (Message message : plan.messages()) {
            String file = String.format(Locale.ROOT, "%06d-%s%s", outbox.next(), message.name(), suffix());
            entries.add(outbox.send(file, message.text(), message.items(), message.sums(), at));
        }
        Document document = report(entries);
        if (plan.unmeasured() > 0) {
            document.warn(plan.unmeasured() + " of these jobs were not measured: their CPU time is sent as 0");
        }
        if (!plan.vanished().isEmpty()) {
            document.warn(plan.vanished().size() + " sent jobs no longer have an account, such as "
                    + plan.vanished().get(0) + " (expected: the cluster from which they came)");
        }
        print(document);
        return plan.vanished().isEmpty() ? 0 : 1;
    }

    private static Document report(List<Entry> entries) {
        return Document.of(new Columns<Entry>()
                .text("file", Entry::file)
                .add("jobs", Format.WHOLE, entry -> number(entry, "jobs"))
                .add("wallMicros", Format.MICROS_AS_HOURS, entry -> number(entry, "wallMicros"))
                .headed("WALL (h)")
                .add("cpuMicros", Format.MICROS_AS_HOURS, entry -> number(entry, "cpuMicros"))
                .headed("CPU (h)")
                .add("allocatedMicros", Format.MICROS_AS_HOURS, entry -> number(entry, "allocatedMicros"))
                .headed("ALLOCATED (h)")
                .text("replaces", entry -> String.join(" ", entry.replaces()))
                .report(entries));
    }

    private static long number(Entry entry, String name) {
        return Long.parseLong(entry.sums().getOrDefault(name, "0"));
    }

    /** Reads both tables, the accounts first: if a job ends meanwhile, the job table may be ahead of the account, but not behind. */
    public static FinishedJobs finishedJobs(TopicReader reader) {
        Map<String, Account> accounts = new HashMap<>();
        reader.read(Topics.JOB_ACCOUNTING, row -> {
            String key = Objects.requireNonNull(row.key());
            if (row.value() == null) {
                accounts.remove(key);
            } else {
                accounts.put(key, new Account(row.value(), row.partition(), row.offset()));
            }
        });
        return FinishedJobs.of(
                Topics.JOB_ACCOUNTING.in(reader.settings().topicPrefix()),
                reader.latest(Topics.JOBS),
                accounts.values());
    }
}
