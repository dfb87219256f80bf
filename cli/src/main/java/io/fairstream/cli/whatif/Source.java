package io.fairstream.cli.whatif;

import java.io.IOException;
import java.io.PrintWriter;

/** A history that can be put into any number of books. */
interface Source {
    /**
     * Puts it into each of the books.
     *
     * @param err for what must be said of the history
     */
    void fill(Iterable<InMemoryPipeline> books, PrintWriter err) throws IOException;
}
