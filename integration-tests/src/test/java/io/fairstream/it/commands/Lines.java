package io.fairstream.it.commands;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

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

    /** The lines of a file beside the tests. */
    public static List<String> resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(Lines.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    /**
     * A report of host h1 of alice's, which has two processors of 1 GFLOPS.
     *
     * @param totals as {@link #totals} makes them, separated by commas
     */
    public static String hostReport(int sequence, String at, String totals) {
        return String.format(
                "{\"host\":\"h1\",\"user\":\"alice\",\"epoch\":\"e1\",\"sequence\":%d,\"at\":\"%s\",\"platforms\":[\"linux\"],"
                        + "\"processors\":2,\"cpuFlopsEach\":1e9,\"projects\":[%s]}",
                sequence, at, totals);
    }

    /** Returns the totals of a host for a project. */
    public static String totals(String project, String app, double cpuSeconds, double cpuFlops, int succeeded) {
        return "{\"project\":\"" + project + "\",\"app\":\"" + app + "\",\"cpuSeconds\":" + cpuSeconds
                + ",\"cpuFlops\":" + cpuFlops + ",\"jobsSucceeded\":" + succeeded + "}";
    }

    public static String edit(String customer, String at, String edit) {
        return String.format("{\"customer\":\"%s\",\"at\":\"%s\",\"by\":\"root\",\"edit\":%s}", customer, at, edit);
    }
}
