package io.fairstream.reports.usage;

/** A user in a bank, by the path bank/user: a user's name has no slash. */
public record Association(String bank, String user) {
    static Association of(String path) {
        int slash = path.lastIndexOf('/');
        return new Association(path.substring(0, Math.max(0, slash)), path.substring(slash + 1));
    }

    /** Returns true if a bank is the association's, or one above it. */
    public boolean isBelow(String path) {
        return (bank + "/").startsWith(path + "/");
    }
}
