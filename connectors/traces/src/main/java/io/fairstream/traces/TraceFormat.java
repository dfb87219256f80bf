package io.fairstream.traces;

import io.fairstream.reading.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Supported formats of traces. */
public enum TraceFormat {
    /** The Standard Workload Format of the Parallel Workloads Archive. */
    SWF {
        @Override
        public Trace open(Path file, Consumer<Problem> problems) throws IOException {
            return SwfTrace.open(file, problems);
        }
    };

    /**
     * Opens a trace; a name that ends with {@code .gz} is decompressed.
     *
     * @param problems receives each unreadable line, when it is read
     */
    public abstract Trace open(Path file, Consumer<Problem> problems) throws IOException;
}
