package io.fairstream.cli.terminal;

import java.io.PrintWriter;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A progress bar with rate and remaining time, redrawn in place. */
final class ProgressBarProgress implements Progress {
    private static final int WIDEST = 100;
    private static final int REDRAW_MILLIS = 200;

    private final PrintWriter err;
    private final ProgressBar bar;

    ProgressBarProgress(String what, long total, PrintWriter err) {
        this.err = err;
        this.bar = new ProgressBarBuilder()
                .setTaskName(what)
                .setInitialMax(total)
                .setUpdateIntervalMillis(REDRAW_MILLIS)
                .setStyle(ProgressBarStyle.ASCII)
                .showSpeed(new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT)))
                .setConsumer(new DelegatingProgressBarConsumer(this::draw, width()))
                .build();
    }

    /** Width of the bar: one cell less than the terminal, which would wrap a full line. */
    private static int width() {
        return Math.min(WIDEST, Screen.ofErrors().map(Screen::columns).orElse(WIDEST) - 1);
    }

    private void draw(String line) {
        err.print("\r" + line);
        err.flush();
    }

    @Override
    public void reach(long done) {
        bar.stepTo(done);
    }

    @Override
    public void close() {
        bar.close();
        err.println();
        err.flush();
    }
}
