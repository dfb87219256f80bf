/** Customer to charge, weight of a slot, outcome of each entry; matches compared with a listing of slots. */
@NullMarked
package io.fairstream.htcondor.match;

import org.jspecify.annotations.NullMarked;
