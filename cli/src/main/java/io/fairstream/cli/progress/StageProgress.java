package io.fairstream.cli.progress;

import io.fairstream.reports.records.CaughtUp;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** Shows the catching up: progress of its own for each stage that has something left. */
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
            // more may have come meanwhile than there was
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
