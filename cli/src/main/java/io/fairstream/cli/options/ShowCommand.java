package io.fairstream.cli.options;

import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** A command that reads topics and shows the result. */
public abstract class ShowCommand extends RowsCommand implements Shows {
    @Mixin
    private final WatchOption watch = new WatchOption();

    /**
     * Reads the topics and computes the output.
     *
     * @throws io.fairstream.query.records.Failure if it cannot be computed
     */
    protected abstract Document show(TopicReader reader) throws IOException, InterruptedException;

    /** Throws {@link #usage} if options do not go together. */
    protected void check() {}

    /** Throws {@link #usage} if options name a file; called when another program runs the command, such as the console. */
    protected void refuseFiles() {}

    @Override
    public final Document document(TopicReader reader) throws IOException, InterruptedException {
        check();
        refuseFiles();
        return show(reader);
    }

    /** Zone of times shown to people, and of times without a zone. */
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

    /** Exit code after everything is shown; throws a failure if the result is bad. */
    protected int exitCode() {
        return 0;
    }

    /** Present time of the system: now, or the time of its newest event if that is more than a day ago. */
    protected final Instant present(TopicReader reader) {
        return system(reader).of(reader, Clock.systemUTC());
    }

    /** The option that selects another time than the present; null if it was given, or does not exist. */
    protected @Nullable String otherInstant() {
        return null;
    }

    /** Adds a note for people if the output is as of a past time that they did not request. */
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

    /** The requested instant, in the zone; null if none is requested. */
    protected final @Nullable Instant at(@Nullable TimeOption asked, TopicReader reader) {
        if (asked == null) {
            return null;
        }
        Instant now = Clock.systemUTC().instant().truncatedTo(ChronoUnit.MILLIS);
        return asked.isLatest() ? system(reader).newest(reader).orElse(now) : asked.at(now.atZone(zone()));
    }
}
