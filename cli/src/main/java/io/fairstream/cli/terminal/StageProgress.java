package io.fairstream.cli.terminal;

import io.fairstream.query.records.CaughtUp;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** Shows progress while the topology catches up, separately for each stage with a backlog. */
public final class StageProgress implements CaughtUp.Listener, AutoCloseable {
    private final PrintWriter err;
    private int shownStage;
    private long total;
    private @Nullable Progress shown;

    public StageProgress(PrintWriter err) {
        this.err = err;
    }

    @Override
    public void hears(int stage, int stages, long behind) {
        if (stage != shownStage) {
            close();
            shownStage = stage;
            total = behind;
        }
        if (shown == null && behind > 0) {
            shown = Progress.of("catching up " + stage + "/" + stages, total, err);
        }
        if (shown != null) {
            // new records can make the backlog larger than it was at the start
            shown.reach(Math.max(0, total - behind));
        }
    }

    @Override
    public void close() {
        if (shown != null) {
            shown.close();
            shown = null;
        }
    }
}
