package io.fairstream.rules.share;

import java.util.ArrayList;
import java.util.List;

/** All orders in which a few things can come. */
final class Orders {
    private Orders() {}

    static <T> List<List<T>> of(List<T> things) {
        List<List<T>> orders = new ArrayList<>();
        add(List.of(), things, orders);
        return orders;
    }

    private static <T> void add(List<T> begun, List<T> left, List<List<T>> orders) {
        if (left.isEmpty()) {
            orders.add(begun);
            return;
        }
        for (int i = 0; i < left.size(); i++) {
            List<T> more = new ArrayList<>(begun);
            List<T> others = new ArrayList<>(left);
            more.add(others.remove(i));
            add(more, others, orders);
        }
    }
}
