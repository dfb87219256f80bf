/** A model of the tables: each worked out from the whole history of the inputs, by the formulas of the schemas. It knows no rules. */
@NullMarked
package io.fairstream.simulation.model;

import org.jspecify.annotations.NullMarked;
