package io.fairstream.rules.laws;

import java.util.List;

/** The people of the samples. */
public final class Customers {
    public static final String ALICE = "alice";
    public static final String BOB = "bob";
    public static final String CAROL = "carol";
    public static final List<String> ALL = List.of(ALICE, BOB, CAROL);

    private Customers() {}
}
