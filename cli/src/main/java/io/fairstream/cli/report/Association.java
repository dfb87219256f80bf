package io.fairstream.cli.report;

/** A user in a bank, by the path bank/user: a user's name has no slash. */
record Association(String bank, String user) {
    static Association of(String path) {
        int slash = path.lastIndexOf('/');
        return new Association(path.substring(0, Math.max(0, slash)), path.substring(slash + 1));
    }

    /** Whether a bank is the association's, or one above it. */
    boolean isBelow(String path) {
        return (bank + "/").startsWith(path + "/");
    }
}
