@NullMarked
package io.fairstream.steering.htcondor;

import org.jspecify.annotations.NullMarked;
