package io.fairstream.rules.journal;

/**
 * From an instant on, so much more or less is in use by a customer.
 *
 * @param isOfSubtree whether it is in use in a group's subtree, below its direct members
 * @param at milliseconds since 1970
 * @param resources change of the number of matches held
 * @param weight change of the slot weight held
 * @param since start of the match of which this is a part, milliseconds since 1970
 */
public record RateChange(boolean isOfSubtree, long at, int resources, double weight, long since) implements Entry {}
