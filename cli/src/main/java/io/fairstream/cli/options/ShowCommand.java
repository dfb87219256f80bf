package io.fairstream.cli.options;

import io.fairstream.reports.columns.Document;
import io.fairstream.reports.records.TopicReader;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** A command that reads topics and shows what they say. */
public abstract class ShowCommand extends RowsCommand implements Shows {
    @Mixin
    private final WatchOption watch = new WatchOption();

    /**
     * Reads, and works out what there is to say.
     *
     * @throws io.fairstream.reports.records.Failure if that cannot be said
     */
    protected abstract Document show(TopicReader reader) throws IOException, InterruptedException;

    /** Throws {@link #usage} if options do not go together. */
    protected void check() {}

    /** Throws {@link #usage} if options name a file, which whoever has opened the reader did not give. */
    protected void refuseFiles() {}

    @Override
    public final Document document(TopicReader reader) throws IOException, InterruptedException {
        check();
        refuseFiles();
        return show(reader);
    }

    /** The time zone in which people see times, and which times that name none are of. */
    protected final ZoneId zone() {
        return output().zone();
    }

    /** Opens the cluster; {@link #openUnderTerms} if half-lives, weights or terms matter. */
    protected Cluster openToShow() {
        return open();
    }

    @Override
    public final Integer call() throws Exception {
        check();
        try (Cluster cluster = openToShow();
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
            show(watch, () -> withPresent(reader));
        }
        return exitCode();
    }

    /** With what the command ends when everything is shown; throws a failure if that is not good. */
    protected int exitCode() {
        return 0;
    }

    /** The time in the system: now, or the instant of its newest event if that is more than a day ago. */
    protected final Instant present(TopicReader reader) {
        return system(reader).of(reader, Clock.systemUTC());
    }

    /** The option that chooses another instant than the present; null if it is given, or there is none. */
    protected @Nullable String otherInstant() {
        return null;
    }

    /** People are told of an instant that they did not ask for and that is not now. */
    private Document withPresent(TopicReader reader) throws IOException, InterruptedException {
        Document shown = show(reader);
        String option = otherInstant();
        if (option == null) {
            return shown;
        }
        return system(reader)
                .past(reader, Clock.systemUTC())
                .map(at -> new Document()
                        .say("As of " + at + ", the newest event here (" + option + " chooses another time).")
                        .say("")
                        .with(shown))
                .orElse(shown);
    }

    /** The instant that is asked for, in the zone; null if none is. */
    protected final @Nullable Instant at(@Nullable When asked, TopicReader reader) {
        if (asked == null) {
            return null;
        }
        Instant now = Clock.systemUTC().instant().truncatedTo(ChronoUnit.MILLIS);
        return asked.isLatest() ? system(reader).newest(reader).orElse(now) : asked.at(now.atZone(zone()));
    }
}
