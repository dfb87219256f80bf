package io.fairstream.cli;

/** Events as lines of JSON. */
public final class Lines {
    private Lines() {}

    public static String matched(String resource, String at, String customer, double weight) {
        return String.format(
                "{\"resource\":\"%s\",\"at\":\"%s\",\"change\":{\"Matched\":{\"customer\":\"%s\",\"slotWeight\":%s}}}",
                resource, at, customer, weight);
    }

    public static String unmatched(String resource, String at) {
        return String.format("{\"resource\":\"%s\",\"at\":\"%s\",\"change\":{\"Unmatched\":{}}}", resource, at);
    }

    public static String edit(String customer, String at, String edit) {
        return String.format("{\"customer\":\"%s\",\"at\":\"%s\",\"by\":\"root\",\"edit\":%s}", customer, at, edit);
    }
}
