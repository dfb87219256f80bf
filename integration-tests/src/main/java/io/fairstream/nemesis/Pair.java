package io.fairstream.nemesis;

/** The way of bytes from one process to another. */
record Pair(String from, String to) {
    Pair back() {
        return new Pair(to, from);
    }

    @Override
    public String toString() {
        return from + ">" + to;
    }
}
