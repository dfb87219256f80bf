package io.fairstream.cli.userprio;

import io.fairstream.schemas.Priority;

/**
 * A line of the listing.
 *
 * @param row evaluated at the listing's instant
 * @param name as shown, with the blanks of its place in the tree
 * @param groupId number of the row's group, 0 for the root
 * @param order the number by which the row's group is sorted; infinite for the root, which is last
 */
record Line(Priority row, String name, int groupId, double order) {}
