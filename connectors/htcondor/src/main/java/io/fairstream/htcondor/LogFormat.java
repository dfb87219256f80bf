package io.fairstream.htcondor;

import io.fairstream.htcondor.file.Ending;
import io.fairstream.htcondor.match.EntryReader;
import io.fairstream.htcondor.match.Source;
import io.fairstream.reading.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Format of a log to which HTCondor appends entries. */
public enum LogFormat {
    /** A job event log ({@code log}, {@code EVENT_LOG}) as text, JSON or XML. */
    CONDOR_LOG(Ending.DOTS) {
        @Override
        EntryReader reader(Settings settings, LogTimes times, @Nullable Map<String, Double> lateWeights) {
            return new JobLog(settings.source(), times, lateWeights, settings.problems());
        }
    },
    /** A startd's log of its claims ({@code STARTD_EVENTLOG}) as JSON, text or XML. */
    STARTD_LOG(Ending.DOTS) {
        @Override
        EntryReader reader(Settings settings, LogTimes times, @Nullable Map<String, Double> lateWeights) {
            return new ClaimLog(settings.source(), times, settings.slotWeights(), settings.problems());
        }
    },
    /** A schedd's {@code job_queue.log}. */
    JOB_QUEUE(Ending.LINE) {
        @Override
        EntryReader reader(Settings settings, LogTimes times, @Nullable Map<String, Double> lateWeights) {
            return new QueueLog(settings.source(), settings.problems());
        }

        @Override
        LogTimes times(Path file, Settings settings) {
            return new LogTimes(settings.zone(), 0);
        }
    };

    private final Ending ending;

    LogFormat(Ending ending) {
        this.ending = ending;
    }

    /**
     * Settings for data that a log does not contain.
     *
     * @param zone of times without one
     * @param year of the log's first event, for dates without one; null to detect it
     * @param slotWeights of slots by name, for claims without a weight
     * @param problems receives each unreadable entry
     */
    public record Settings(
            Source source,
            ZoneId zone,
            @Nullable Integer year,
            Map<String, Double> slotWeights,
            Consumer<Problem> problems) {
        public Settings {
            slotWeights = Map.copyOf(slotWeights);
        }

        Settings with(Consumer<Problem> others) {
            return new Settings(source, zone, year, slotWeights, others);
        }
    }

    /** Returns the rule for the end of entries. */
    public Ending ending() {
        return ending;
    }

    /**
     * Creates a reader of a file's entries.
     *
     * @param file file that is searched for the year of its first event, if necessary
     * @param lateWeights weights by match id that the file contains only at the end of the match; null if it is not
     * read again
     */
    public EntryReader reader(Path file, Settings settings, @Nullable Map<String, Double> lateWeights)
            throws IOException {
        return reader(settings, times(file, settings), lateWeights);
    }

    abstract EntryReader reader(Settings settings, LogTimes times, @Nullable Map<String, Double> lateWeights);

    LogTimes times(Path file, Settings settings) throws IOException {
        Integer year = settings.year();
        return new LogTimes(settings.zone(), year == null ? LogTimes.firstYear(file, ending, settings.zone()) : year);
    }
}
