@NullMarked
package io.fairstream.simulation;

import org.jspecify.annotations.NullMarked;
