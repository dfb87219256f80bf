package io.fairstream.analysis;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Cancels a statement when its waiting thread is interrupted, which DuckDB ignores otherwise. */
final class Cancelling implements AutoCloseable {
    private static final long MILLIS = 50;

    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "sql-cancel");
        thread.setDaemon(true);
        return thread;
    });

    /** Starts watching. */
    Cancelling(PreparedStatement statement) {
        Thread waiting = Thread.currentThread();
        var unused = watch.scheduleWithFixedDelay(
                () -> {
                    if (waiting.isInterrupted()) {
                        cancel(statement);
                    }
                },
                MILLIS,
                MILLIS,
                TimeUnit.MILLISECONDS);
    }

    /** Runs the statement. */
    ResultSet running(PreparedStatement statement) throws SQLException {
        return statement.executeQuery();
    }

    private static void cancel(PreparedStatement statement) {
        try {
            statement.cancel();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        watch.shutdownNow();
    }
}
