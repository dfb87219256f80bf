package io.fairstream.query.usage;

/** A user in a bank, by the path bank/user; names of users contain no slash. */
public record Association(String bank, String user) {
    static Association of(String path) {
        int slash = path.lastIndexOf('/');
        return new Association(path.substring(0, Math.max(0, slash)), path.substring(slash + 1));
    }

    /** Returns true if the path is the association's bank, or one above it. */
    public boolean isBelow(String path) {
        return (bank + "/").startsWith(path + "/");
    }
}
