# SPDX-License-Identifier: Apache-2.0
# Made by nonsmooth._stubs from the tables of fields; do not edit.
from __future__ import annotations

import enum
from typing import Any, Callable, Iterable, Literal, Sequence, TypeVar

import numpy
import pandas
from numpy.typing import ArrayLike, NDArray

MatrixLike = Any  # ArrayLike or a scipy.sparse matrix
Law = Any  # a class of laws, or an object with `dimension` and `resolvent`
_T = TypeVar("_T", bound=type)
__version__: str

class Acceleration(str, enum.Enum):
    nesterov = "nesterov"
    barzilai_borwein = "barzilai_borwein"

class Adaptive:
    """Moreau-Jean with steps of controlled error."""
    scheme: MoreauJean
    """its step is the first one tried"""
    tolerance: float
    """error of positions per step, relative to coordinates above 1"""
    smallest_step: float
    """s"""
    largest_step: float
    """s"""
    def __init__(self, scheme: MoreauJean = ..., tolerance: float = ..., smallest_step: float = ..., largest_step: float = ...) -> None: ...

class Admm:
    """Alternating directions: moderate accuracy at a predictable price."""
    tolerance: float
    """accept when both residuals are at most this"""
    max_iterations: int
    """most steps"""
    penalty: float
    """first rho, relative to the diagonal of W"""
    relaxation: float
    """1 is plain; 1.5 to 1.8 is usually faster"""
    balance: bool
    """change rho until both residuals fall together"""
    momentum: bool
    """Nesterov's, given up whenever the residual grows"""
    def __init__(self, tolerance: float = ..., max_iterations: int = ..., penalty: float = ..., relaxation: float = ..., balance: bool = ..., momentum: bool = ...) -> None: ...

class AlphaCoefficients:
    """Of the generalized-alpha rule."""
    alpha_m: float
    """share of the old acceleration"""
    alpha_f: float
    """share of the old force"""
    gamma: float
    """of velocities"""
    beta: float
    """of positions"""
    def __init__(self, alpha_m: float = ..., alpha_f: float = ..., gamma: float = ..., beta: float = ...) -> None: ...

class Auto:
    """Chooses by the structure of the problem, verifies, and escalates until the tolerance"""
    tolerance: float
    """accept when both residuals are at most this"""
    max_time: float
    """give up after this many seconds"""
    threads: int
    """for sweeps over large sparse problems; the result does not depend on them"""
    def __init__(self, tolerance: float = ..., max_time: float = ..., threads: int = ...) -> None: ...

class BinaryCollisions:
    """One contact after the other."""
    max_collisions: int
    """then finish with e = 0"""
    tolerance: float
    """approach over the fastest one that counts as none"""
    def __init__(self, max_collisions: int = ..., tolerance: float = ...) -> None: ...

class Body:
    """A rigid body with a shape."""
    name: str
    """for messages and files; 'body 3' if empty"""
    shape: Sphere | HalfSpace | Capsule | Cylinder | Cone | Cuboid | ConvexHull | TriangleMesh | HeightField | Circle | Polygon | Segment | Compound
    """in body axes"""
    motion: Literal["dynamic", "fixed", "driven"]
    """half-spaces and terrain must be fixed or driven"""
    material: str
    """see Scene.set_law"""
    density: float
    """kg/m^3 (kg/m^2 of plane shapes)"""
    mass: float
    """kg; positive: in place of the density"""
    inertia: ArrayLike | None
    """about the centre of mass, kg m^2, if not the shape's"""
    centre: ArrayLike | None
    """of mass, body axes, m, if not the shape's"""
    position: ArrayLike
    """of the body frame at the start, m"""
    orientation: ArrayLike
    """quaternion w, x, y, z"""
    velocity: ArrayLike
    """of the centre of mass, world axes, m/s"""
    angular_velocity: ArrayLike
    """body axes, rad/s"""
    group: int
    """bits: both bodies must agree to meet"""
    collides_with: int
    """bits of groups it meets"""
    force: Callable[[float, BodyState], tuple[ArrayLike, ArrayLike]] | None
    """(force N, torque N m) of (t, BodyState), at the centre of mass, world axes"""
    drive: Callable[[float], tuple[ArrayLike, ArrayLike]] | None
    """(velocity m/s of the frame, angular velocity rad/s in world axes) of t"""
    def __init__(self, name: str = ..., shape: Sphere | HalfSpace | Capsule | Cylinder | Cone | Cuboid | ConvexHull | TriangleMesh | HeightField | Circle | Polygon | Segment | Compound = ..., motion: Literal["dynamic", "fixed", "driven"] = ..., material: str = ..., density: float = ..., mass: float = ..., inertia: ArrayLike | None = ..., centre: ArrayLike | None = ..., position: ArrayLike = ..., orientation: ArrayLike = ..., velocity: ArrayLike = ..., angular_velocity: ArrayLike = ..., group: int = ..., collides_with: int = ..., force: Callable[[float, BodyState], tuple[ArrayLike, ArrayLike]] | None = ..., drive: Callable[[float], tuple[ArrayLike, ArrayLike]] | None = ...) -> None: ...

class BodyId:
    """A name for something that was added."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    @property
    def index(self) -> int: ...

class BodyState:
    """Where a body is and how it moves."""
    position: ArrayLike
    """of the body frame, m"""
    orientation: ArrayLike
    """quaternion w, x, y, z"""
    velocity: ArrayLike
    """of the centre of mass, world axes, m/s"""
    angular_velocity: ArrayLike
    """body axes, rad/s"""
    def __init__(self, position: ArrayLike = ..., orientation: ArrayLike = ..., velocity: ArrayLike = ..., angular_velocity: ArrayLike = ...) -> None: ...

class Box:
    """-u in d( I_[lower, upper](r) + dead_zone |r| + compliance r^2 / 2 ), component by"""
    lower: ArrayLike
    """least r, may be -inf"""
    upper: ArrayLike
    """largest r, may be inf"""
    compliance: ArrayLike
    """unit of u / unit of r, >= 0; empty means zero"""
    dead_zone: ArrayLike
    """unit of u, >= 0; empty means zero"""
    def __init__(self, lower: ArrayLike = ..., upper: ArrayLike = ..., compliance: ArrayLike = ..., dead_zone: ArrayLike = ...) -> None: ...

class CaoFerris:
    """Pivoting for affine variational inequalities."""
    tolerance: float
    """accept when both residuals are at most this"""
    max_iterations: int
    """most pivots"""
    def __init__(self, tolerance: float = ..., max_iterations: int = ...) -> None: ...

class Capsule:
    """All points within radius of a segment on the z axis."""
    radius: float
    """m"""
    half_length: float
    """of the axis, along z, m"""
    def __init__(self, radius: float = ..., half_length: float = ...) -> None: ...

class Circle:
    """In the plane z = 0."""
    radius: float
    """m"""
    def __init__(self, radius: float = ...) -> None: ...

class Compliance(str, enum.Enum):
    bi_stiffness = "bi_stiffness"
    mono_stiffness = "mono_stiffness"

class Compound:
    """Several shapes that move as one, at positions (n, 3), m, and orientations"""
    def __init__(self, parts: Any, positions: Any, orientations: Any = ...) -> None: ...

class Cone:
    """Axis z, origin at the centre of mass."""
    radius: float
    """of the base, m"""
    height: float
    """along z, m"""
    def __init__(self, radius: float = ..., height: float = ...) -> None: ...

class ContactLaw:
    """What happens where two materials touch."""
    restitution: float
    """Newton's"""
    friction: float
    """Coulomb's"""
    rolling: float
    """rolling resistance, m"""
    def __init__(self, restitution: float = ..., friction: float = ..., rolling: float = ...) -> None: ...

class ConvexFixedPoint:
    """Friction as a sequence of convex problems."""
    tolerance: float
    """accept when both residuals are at most this"""
    max_iterations: int
    """most convex problems"""
    inner_iterations: int
    """most projected steps per convex problem"""
    inner_accuracy: float
    """residual of a convex problem, relative to that of the whole one"""
    def __init__(self, tolerance: float = ..., max_iterations: int = ..., inner_iterations: int = ..., inner_accuracy: float = ...) -> None: ...

class ConvexHull:
    """The hull of points, m."""
    def __init__(self, points: Any) -> None: ...

class Cuboid:
    """A box about the origin."""
    half_extents: ArrayLike
    """m"""
    def __init__(self, half_extents: ArrayLike = ...) -> None: ...

class Cylinder:
    """Axis z, flat ends."""
    radius: float
    """m"""
    half_length: float
    """along z, m"""
    def __init__(self, radius: float = ..., half_length: float = ...) -> None: ...

class D1Minus:
    """Half-explicit discontinuous Galerkin scheme; no friction."""
    step: float
    """time step, s"""
    gap_tolerance: float
    """contacts up to this gap are closed, m"""
    velocity_tolerance: float
    """closed contacts up to this speed are at rest, m/s"""
    solver: Auto | Lemke | PrincipalPivoting | CaoFerris | Enumeration | Nsgs | SemismoothNewton | InteriorPoint | ProximalNewton | ProjectedGradient | FixedPoint | Admm | ConvexFixedPoint
    """of the one-step problems"""
    def __init__(self, step: float = ..., gap_tolerance: float = ..., velocity_tolerance: float = ..., solver: Auto | Lemke | PrincipalPivoting | CaoFerris | Enumeration | Nsgs | SemismoothNewton | InteriorPoint | ProximalNewton | ProjectedGradient | FixedPoint | Admm | ConvexFixedPoint = ...) -> None: ...

class Disk:
    """K = { |r| <= radius }, -u in N_K(r): friction of given threshold."""
    dimension: int
    """number of components"""
    radius: float
    """largest |r|, unit of r"""
    def __init__(self, dimension: int = ..., radius: float = ...) -> None: ...

class EnergeticRule:
    """Contacts as springs in a stretched instant."""
    compliance: Literal["bi_stiffness", "mono_stiffness"]
    """bi_stiffness or mono_stiffness"""
    tolerance: float
    """relative error per step"""
    impulse_step: float
    """N s; 0: adaptive steps"""
    threshold: float
    """fixed steps: J and m/s taken for zero"""
    max_steps: int
    """then finish with e = 0"""
    def __init__(self, compliance: Literal["bi_stiffness", "mono_stiffness"] = ..., tolerance: float = ..., impulse_step: float = ..., threshold: float = ..., max_steps: int = ...) -> None: ...

class Enumeration:
    """Tries every active set of a small problem; finding none proves there is none."""
    tolerance: float
    """accept when both residuals are at most this"""
    max_size: int
    """most components with a choice; the work grows like 2^size (3^size for boxes)"""
    max_solutions: int
    """stop after this many different solutions (enumerate only)"""
    def __init__(self, tolerance: float = ..., max_size: int = ..., max_solutions: int = ...) -> None: ...

class Error(ValueError): ...

class EulerMoreau:
    """Implicit stepping of first-order systems."""
    step: float
    """time step, s"""
    theta: float
    """1/2 trapezoidal, 1 implicit Euler"""
    gamma: float
    """where the law holds: 1 at the end of the step"""
    newton_tolerance: float
    """relative residual of nonlinear equations"""
    newton_iterations: int
    """at most, per step"""
    solver: Auto | Lemke | PrincipalPivoting | CaoFerris | Enumeration | Nsgs | SemismoothNewton | InteriorPoint | ProximalNewton | ProjectedGradient | FixedPoint | Admm | ConvexFixedPoint
    """of the one-step problems"""
    def __init__(self, step: float = ..., theta: float = ..., gamma: float = ..., newton_tolerance: float = ..., newton_iterations: int = ..., solver: Auto | Lemke | PrincipalPivoting | CaoFerris | Enumeration | Nsgs | SemismoothNewton | InteriorPoint | ProximalNewton | ProjectedGradient | FixedPoint | Admm | ConvexFixedPoint = ...) -> None: ...

class EventDriven:
    """Smooth motion to tolerances, every event at its own instant."""
    step: float
    """time between outputs, s"""
    relative_tolerance: float
    """error per internal step, relative to each entry of the state"""
    absolute_tolerance: float
    """error per internal step, in the unit of the state"""
    stiff: bool
    """BDF in place of an explicit method"""
    gap_tolerance: float
    """a gap that counts as closed, m"""
    velocity_tolerance: float
    """a relative velocity that counts as zero, m/s"""
    accumulation_time: float
    """rebounds shorter than this, s, end at rest"""
    max_events: int
    """per output step, then Moreau-Jean takes what is left of it"""
    solver: Auto | Lemke | PrincipalPivoting | CaoFerris | Enumeration | Nsgs | SemismoothNewton | InteriorPoint | ProximalNewton | ProjectedGradient | FixedPoint | Admm | ConvexFixedPoint
    """of the one-step problems"""
    impact: NewtonRule | FremondRule | PoissonRule | BinaryCollisions | EnergeticRule
    """rule at impacts"""
    def __init__(self, step: float = ..., relative_tolerance: float = ..., absolute_tolerance: float = ..., stiff: bool = ..., gap_tolerance: float = ..., velocity_tolerance: float = ..., accumulation_time: float = ..., max_events: int = ..., solver: Auto | Lemke | PrincipalPivoting | CaoFerris | Enumeration | Nsgs | SemismoothNewton | InteriorPoint | ProximalNewton | ProjectedGradient | FixedPoint | Admm | ConvexFixedPoint = ..., impact: NewtonRule | FremondRule | PoissonRule | BinaryCollisions | EnergeticRule = ...) -> None: ...

class FileError(Error): ...

class FirstOrder:
    """E x' = A(t) x + b(t) + f(t, x) + r."""
    name: str
    """for messages and files; 'system 3' if empty"""
    A: MatrixLike
    """E x' = A x + b + f + r"""
    x0: ArrayLike
    """initial state"""
    b: ArrayLike
    """constant input; empty means zero"""
    b_of_t: Callable[..., ArrayLike] | None
    """added to b"""
    A_of_t: Callable[..., ArrayLike] | None
    """added to A"""
    f: Callable[..., ArrayLike] | None
    """f(t, x), added to A x + b"""
    f_dx: Callable[..., ArrayLike] | None
    """its derivative; differences if missing"""
    E: MatrixLike
    """None means identity; may be singular"""
    def __init__(self, name: str = ..., A: MatrixLike = ..., x0: ArrayLike = ..., b: ArrayLike = ..., b_of_t: Callable[..., ArrayLike] | None = ..., A_of_t: Callable[..., ArrayLike] | None = ..., f: Callable[..., ArrayLike] | None = ..., f_dx: Callable[..., ArrayLike] | None = ..., E: MatrixLike = ...) -> None: ...

class FirstOrderGeneral:
    """y = h(t, x, lambda), input g(t, x, lambda)."""
    dimension: int
    """entries of y"""
    h: Callable[..., ArrayLike] | None
    """y(t, x, lambda)"""
    g: Callable[..., ArrayLike] | None
    """input(t, x, lambda), one entry per state"""
    h_x: Callable[..., ArrayLike] | None
    """derivative; differences if missing"""
    h_lambda: Callable[..., ArrayLike] | None
    """derivative"""
    g_x: Callable[..., ArrayLike] | None
    """derivative"""
    g_lambda: Callable[..., ArrayLike] | None
    """derivative"""
    def __init__(self, dimension: int = ..., h: Callable[..., ArrayLike] | None = ..., g: Callable[..., ArrayLike] | None = ..., h_x: Callable[..., ArrayLike] | None = ..., h_lambda: Callable[..., ArrayLike] | None = ..., g_x: Callable[..., ArrayLike] | None = ..., g_lambda: Callable[..., ArrayLike] | None = ...) -> None: ...

class FirstOrderLinear:
    """y = C x + e + D lambda, input B lambda."""
    C: ArrayLike
    """y = C x + e + D lambda"""
    B: ArrayLike
    """input B lambda, one row per state"""
    D: ArrayLike
    """empty means zero"""
    e: ArrayLike
    """constant of y; empty means zero"""
    C_of_t: Callable[..., ArrayLike] | None
    """in place of C"""
    B_of_t: Callable[..., ArrayLike] | None
    """in place of B"""
    D_of_t: Callable[..., ArrayLike] | None
    """in place of D"""
    e_of_t: Callable[..., ArrayLike] | None
    """added to e"""
    dimension: int
    """where C comes from C_of_t alone"""
    def __init__(self, C: ArrayLike = ..., B: ArrayLike = ..., D: ArrayLike = ..., e: ArrayLike = ..., C_of_t: Callable[..., ArrayLike] | None = ..., B_of_t: Callable[..., ArrayLike] | None = ..., D_of_t: Callable[..., ArrayLike] | None = ..., e_of_t: Callable[..., ArrayLike] | None = ..., dimension: int = ...) -> None: ...

class FixedPoint:
    """Projected fixed point or extragradient: any law, cheap steps."""
    tolerance: float
    """accept when both residuals are at most this"""
    max_iterations: int
    """most steps"""
    extragradient: bool
    """a second product per step; converges for every monotone problem"""
    def __init__(self, tolerance: float = ..., max_iterations: int = ..., extragradient: bool = ...) -> None: ...

class Force:
    """A generalised force: the sum of what is given."""
    constant: ArrayLike
    """N or N m; empty means none"""
    of_time: Callable[..., ArrayLike] | None
    """F(t)"""
    of_state: Callable[..., ArrayLike] | None
    """F(t, q, v)"""
    dq: Callable[..., ArrayLike] | None
    """derivative of of_state by q, unknowns in columns"""
    dv: Callable[..., ArrayLike] | None
    """derivative of of_state by v"""
    def __init__(self, constant: ArrayLike = ..., of_time: Callable[..., ArrayLike] | None = ..., of_state: Callable[..., ArrayLike] | None = ..., dq: Callable[..., ArrayLike] | None = ..., dv: Callable[..., ArrayLike] | None = ...) -> None: ...

class Free:
    """Equality: u = 0, r free (joints, Kirchhoff equations)."""
    dimension: int
    """number of equations"""
    def __init__(self, dimension: int = ...) -> None: ...

class FremondImpact:
    """Friction on the mean of the velocities before and after the impact: it never"""
    e: float
    """restitution"""
    mu: float
    """friction coefficient"""
    dimension: int
    """2 in the plane, 3 in space"""
    def __init__(self, e: float = ..., mu: float = ..., dimension: int = ...) -> None: ...

class FremondRule:
    """Friction on the mean velocity: never creates energy."""
    tolerance: float
    """of the one-step problem"""
    def __init__(self, tolerance: float = ...) -> None: ...

class GeneralizedAlpha:
    """Generalized-alpha for smooth motion, impacts apart from it."""
    step: float
    """time step, s"""
    rho: float
    """what is left of the highest frequencies per step: 1 keeps them, 0 ends them"""
    positions: bool
    """hold joints and contacts at position level too"""
    newton_tolerance: float
    """relative change of velocities at which the smooth problem is solved"""
    newton_iterations: int
    """at most, per problem"""
    position_tolerance: float
    """of gaps, relative to coordinates above 1"""
    solver: Auto | Lemke | PrincipalPivoting | CaoFerris | Enumeration | Nsgs | SemismoothNewton | InteriorPoint | ProximalNewton | ProjectedGradient | FixedPoint | Admm | ConvexFixedPoint
    """of the one-step problems"""
    coefficients: AlphaCoefficients | None
    """in place of those rho gives"""
    def __init__(self, step: float = ..., rho: float = ..., positions: bool = ..., newton_tolerance: float = ..., newton_iterations: int = ..., position_tolerance: float = ..., solver: Auto | Lemke | PrincipalPivoting | CaoFerris | Enumeration | Nsgs | SemismoothNewton | InteriorPoint | ProximalNewton | ProjectedGradient | FixedPoint | Admm | ConvexFixedPoint = ..., coefficients: AlphaCoefficients | None = ...) -> None: ...

class GlobalProblem:
    """M v = H r + f, u = H^T v + w with one law per block of columns of H."""
    @property
    def H(self) -> Any: ...
    @property
    def M(self) -> Any: ...
    def __init__(self, M: Any, H: Any, f: Any, w: Any, laws: Any) -> None: ...
    @property
    def f(self) -> NDArray[numpy.float64]: ...
    @property
    def kind(self) -> Any: ...
    @property
    def laws(self) -> Any: ...
    @property
    def size(self) -> Any: ...
    @property
    def w(self) -> NDArray[numpy.float64]: ...

class Graph:
    """(u_i, r_i) on curve i for every component."""
    curves: Sequence[PiecewiseLinear]
    """one for every component"""
    def __init__(self, curves: Sequence[PiecewiseLinear] = ...) -> None: ...

class HalfSpace:
    """{ x : normal . x <= offset }."""
    normal: ArrayLike
    """points out of the solid"""
    offset: float
    """normal . x <= offset, m"""
    def __init__(self, normal: ArrayLike = ..., offset: float = ...) -> None: ...

class HeightField:
    """Terrain: heights[i, j] at x = origin + i spacing, y = origin + j spacing, m. NaN is a hole."""
    def __init__(self, heights: Any, spacing: Any, origin: Any = ...) -> None: ...

class Holonomic:
    """y = h(t, q) + D lambda, u = J v + dh/dt."""
    dimension: int
    """entries of the gap"""
    gap: Callable[..., ArrayLike] | None
    """h(t, q), m"""
    jacobian: Callable[..., ArrayLike] | None
    """J(t, q), dimension x velocities; differences if missing"""
    drift: Callable[..., ArrayLike] | None
    """dh/dt at fixed q; differences if missing"""
    compliance: ArrayLike
    """D >= 0, m/N: a law of positions"""
    def __init__(self, dimension: int = ..., gap: Callable[..., ArrayLike] | None = ..., jacobian: Callable[..., ArrayLike] | None = ..., drift: Callable[..., ArrayLike] | None = ..., compliance: ArrayLike = ...) -> None: ...

class Interaction:
    """Which systems, which relation, which law."""
    on: Sequence[SystemId]
    """ids of the systems it ties"""
    relation: LinearRelation | Holonomic | FirstOrderLinear | FirstOrderGeneral
    """how the law's variables hang on them"""
    law: Law | None
    """any law; NewtonImpact() if None"""
    name: str
    """for messages and files; 'interaction 3' if empty"""
    level: Literal["automatic", "position", "velocity"]
    """of laws without a jump rule on mechanical systems"""
    present: bool
    """at the start; a simulator can change it"""
    def __init__(self, on: Sequence[SystemId] = ..., relation: LinearRelation | Holonomic | FirstOrderLinear | FirstOrderGeneral = ..., law: Law | None = ..., name: str = ..., level: Literal["automatic", "position", "velocity"] = ..., present: bool = ...) -> None: ...

class InteractionId:
    """A name for something that was added."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    @property
    def index(self) -> int: ...

class InteriorPoint:
    """Predictor-corrector interior-point method; W may be singular."""
    tolerance: float
    """accept when both residuals are at most this"""
    max_iterations: int
    """most steps"""
    smoothing: float
    """of the slip speed of friction, in units of the complementarity left: friction is associated far from the solution; 0: never"""
    lagged_steps: int
    """first steps that take the slip speed of friction as given, which is the convex step and needs Cholesky factors only"""
    def __init__(self, tolerance: float = ..., max_iterations: int = ..., smoothing: float = ..., lagged_steps: int = ...) -> None: ...

class Joint:
    """Joins body a to body b."""
    name: str
    """for messages and files"""
    kind: Literal["ball", "hinge", "slider", "cylindrical", "universal", "screw", "gear", "fixed", "distance", "cable"]
    """what it leaves free"""
    a: BodyId
    """body, required"""
    b: BodyId
    """body; none: the world"""
    anchor: ArrayLike
    """world axes at the start, m"""
    anchor_b: ArrayLike | None
    """distance and cable, m"""
    axis: ArrayLike
    """world axes at the start"""
    axis_b: ArrayLike | None
    """second axis of universal and gear"""
    pitch: float
    """screw, m per turn"""
    ratio: float
    """gear"""
    length: float | None
    """distance and cable, m; of the start if None"""
    clearance: float
    """play of the pin, m"""
    clearance_law: ContactLaw
    """of pin and hole"""
    lower: float
    """stop, rad or m"""
    upper: float
    """stop, rad or m"""
    restitution: float
    """of the stops"""
    friction: float
    """dry, N m or N"""
    stiffness: float
    """of a spring, N m/rad or N/m"""
    damping: float
    """N m s/rad or N s/m"""
    rest: float
    """of the spring, rad or m"""
    motor_limit: float
    """largest N m or N; 0: no motor"""
    motor_speed: Callable[[float], float] | None
    """rad/s or m/s as function of t"""
    def __init__(self, name: str = ..., kind: Literal["ball", "hinge", "slider", "cylindrical", "universal", "screw", "gear", "fixed", "distance", "cable"] = ..., a: BodyId = ..., b: BodyId = ..., anchor: ArrayLike = ..., anchor_b: ArrayLike | None = ..., axis: ArrayLike = ..., axis_b: ArrayLike | None = ..., pitch: float = ..., ratio: float = ..., length: float | None = ..., clearance: float = ..., clearance_law: ContactLaw = ..., lower: float = ..., upper: float = ..., restitution: float = ..., friction: float = ..., stiffness: float = ..., damping: float = ..., rest: float = ..., motor_limit: float = ..., motor_speed: Callable[[float], float] | None = ...) -> None: ...

class JointId:
    """A name for something that was added."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    @property
    def index(self) -> int: ...

class JointKind(str, enum.Enum):
    ball = "ball"
    hinge = "hinge"
    slider = "slider"
    cylindrical = "cylindrical"
    universal = "universal"
    screw = "screw"
    gear = "gear"
    fixed = "fixed"
    distance = "distance"
    cable = "cable"

class Lagrangian:
    """M(q) dv = (F - F_int - F_gyr - C v - K q) dt + H dI, dq = v dt."""
    name: str
    """for messages and files; 'system 3' if empty"""
    mass: MatrixLike
    """constant, symmetric positive definite, kg"""
    q0: ArrayLike
    """initial position, m"""
    v0: ArrayLike
    """initial velocity, m/s; empty means zero"""
    force: Force | ArrayLike | None
    """external, on the right-hand side, N"""
    stiffness: MatrixLike
    """K: force -K q, N/m"""
    damping: MatrixLike
    """C: force -C v, N s/m"""
    internal: Force | ArrayLike | None
    """force that enters with a minus sign, N"""
    gyroscopic: Force | ArrayLike | None
    """force that enters with a minus sign, N"""
    mass_of_q: Callable[..., ArrayLike] | None
    """M(q) in place of mass, kg"""
    prescribed: Sequence[PrescribedVelocity]
    """velocities that are given"""
    def __init__(self, name: str = ..., mass: MatrixLike = ..., q0: ArrayLike = ..., v0: ArrayLike = ..., force: Force | ArrayLike | None = ..., stiffness: MatrixLike = ..., damping: MatrixLike = ..., internal: Force | ArrayLike | None = ..., gyroscopic: Force | ArrayLike | None = ..., mass_of_q: Callable[..., ArrayLike] | None = ..., prescribed: Sequence[PrescribedVelocity] = ...) -> None: ...

class LawLevel(str, enum.Enum):
    automatic = "automatic"
    position = "position"
    velocity = "velocity"

class Lemke:
    """Lemke's complementary pivoting: finite, for scalar and polyhedral laws."""
    tolerance: float
    """accept when both residuals are at most this"""
    max_iterations: int
    """most pivots"""
    scale: bool
    """equilibrate rows and columns first"""
    covering_seed: int
    """0: covering vector of ones; else a random positive one, another path to a solution"""
    def __init__(self, tolerance: float = ..., max_iterations: int = ..., scale: bool = ..., covering_seed: int = ...) -> None: ...

class LinearRelation:
    """y = H q + b + D lambda, u = H v."""
    H: ArrayLike
    """y = H q + b, one row per component of the law"""
    b: ArrayLike
    """m; empty means zero"""
    compliance: ArrayLike
    """D >= 0, m/N: a law of positions"""
    def __init__(self, H: ArrayLike = ..., b: ArrayLike = ..., compliance: ArrayLike = ...) -> None: ...

class Model:
    """What exists: systems, and interactions between them."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def add(self, *args: Any, **kwargs: Any) -> Any: ...
    def interaction(self, name: Any) -> Any: ...
    @property
    def interaction_count(self) -> Any: ...
    def name(self, *args: Any, **kwargs: Any) -> Any: ...
    def position_count(self, id: Any) -> Any: ...
    def state_count(self, id: Any) -> Any: ...
    def system(self, name: Any) -> Any: ...
    @property
    def system_count(self) -> Any: ...
    def velocity_count(self, id: Any) -> Any: ...

class MoreauJean:
    """Moreau-Jean time stepping for mechanical systems; first-order systems in the"""
    step: float
    """time step, s"""
    theta: float
    """1/2 midpoint (energy), 1 implicit Euler"""
    gamma: float
    """share of a step by which gaps are predicted"""
    form: Literal["reduced", "global"]
    """problem that is solved"""
    projection: Literal["none", "direct", "combined"]
    """correction of positions"""
    projection_tolerance: float
    """gap left by a projection, relative to coordinates above 1"""
    projection_iterations: int
    """at most, per step"""
    newton_tolerance: float
    """relative residual of nonlinear equations of motion"""
    newton_iterations: int
    """at most, per step"""
    solver: Auto | Lemke | PrincipalPivoting | CaoFerris | Enumeration | Nsgs | SemismoothNewton | InteriorPoint | ProximalNewton | ProjectedGradient | FixedPoint | Admm | ConvexFixedPoint
    """of the one-step problems"""
    def __init__(self, step: float = ..., theta: float = ..., gamma: float = ..., form: Literal["reduced", "global"] = ..., projection: Literal["none", "direct", "combined"] = ..., projection_tolerance: float = ..., projection_iterations: int = ..., newton_tolerance: float = ..., newton_iterations: int = ..., solver: Auto | Lemke | PrincipalPivoting | CaoFerris | Enumeration | Nsgs | SemismoothNewton | InteriorPoint | ProximalNewton | ProjectedGradient | FixedPoint | Admm | ConvexFixedPoint = ...) -> None: ...

class Motion(str, enum.Enum):
    dynamic = "dynamic"
    fixed = "fixed"
    driven = "driven"

class NewtonImpact:
    """Newton's law of impact: 0 <= u_N+ + e u_N- _|_ P >= 0."""
    e: float
    """restitution"""
    stiffness: float
    """for energetic multiple impacts, where only ratios matter"""
    exponent: float
    """1 linear, 1.5 Hertz"""
    def __init__(self, e: float = ..., stiffness: float = ..., exponent: float = ...) -> None: ...

class NewtonImpactFriction:
    """Newton's law of impact with Coulomb friction."""
    e: float
    """restitution"""
    mu: float
    """friction coefficient"""
    et: float
    """tangential restitution"""
    dimension: int
    """2 in the plane, 3 in space"""
    def __init__(self, e: float = ..., mu: float = ..., et: float = ..., dimension: int = ...) -> None: ...

class NewtonMap(str, enum.Enum):
    natural = "natural"
    fischer_burmeister = "fischer_burmeister"
    alart_curnier = "alart_curnier"
    jean_moreau = "jean_moreau"

class NewtonRule:
    """Newton's rule for all contacts of an impact at once."""
    tolerance: float
    """of the one-step problem"""
    def __init__(self, tolerance: float = ...) -> None: ...

class NonNegative:
    """Complementarity: 0 <= u _|_ r >= 0 (unilateral contact, ideal diode)."""
    dimension: int
    """number of components"""
    def __init__(self, dimension: int = ...) -> None: ...

class Nsgs:
    """Nonsmooth Gauss-Seidel: sweeps over the blocks, each law solved exactly."""
    tolerance: float
    """accept when both residuals are at most this"""
    max_iterations: int
    """most sweeps"""
    relaxation: float
    """1 is Gauss-Seidel; above 1 (SOR) often speeds up long chains"""
    regularisation: float
    """proximal term added to each diagonal block, relative to it; helps singular W"""
    order: Literal["forward", "symmetric", "random", "coloured"]
    """of the blocks: forward, forward and back in turn, a new random order per sweep (breaks limit cycles), or by fixed colours, which is the fastest on sparse W"""
    seed: int
    """of the random order"""
    freeze_after: int
    """skip blocks at rest for this many sweeps until the others are too; 0: never"""
    anderson: int
    """sweeps that Anderson acceleration remembers, 5 to 10 are usual; 0: off"""
    threads: int
    """that share the coloured order; the result does not depend on them"""
    patience: int
    """give up when the present rate would need more sweeps than this; 0: never"""
    def __init__(self, tolerance: float = ..., max_iterations: int = ..., relaxation: float = ..., regularisation: float = ..., order: Literal["forward", "symmetric", "random", "coloured"] = ..., seed: int = ..., freeze_after: int = ..., anderson: int = ..., threads: int = ..., patience: int = ...) -> None: ...

class OnFailure(str, enum.Enum):
    stop = "stop"
    warn = "warn"
    keep_going = "keep_going"
    halve_step = "halve_step"

class PiecewiseLinear:
    """A monotone curve through corners (u, r); r never rises with u."""
    points: Sequence[tuple[float, float]]
    """corners (u, r), u rising and r falling"""
    before: float
    """slope dr/du before the first corner"""
    after: float
    """slope dr/du after the last corner"""
    def __init__(self, points: Sequence[tuple[float, float]] = ..., before: float = ..., after: float = ...) -> None: ...

class PivotRule(str, enum.Enum):
    block = "block"
    least_index = "least_index"

class PoissonRule:
    """Compression, then expansion."""
    tolerance: float
    """of both one-step problems"""
    def __init__(self, tolerance: float = ...) -> None: ...

class Polygon:
    """Convex, in the plane z = 0."""
    vertices: Sequence[ArrayLike]
    """convex, counter-clockwise, m"""
    def __init__(self, vertices: Sequence[ArrayLike] = ...) -> None: ...

class Polytope:
    """-u in N_K(r) with K = { r : A r <= b }."""
    A: ArrayLike
    """one row per constraint A r <= b"""
    b: ArrayLike
    """bounds of A r"""
    def __init__(self, A: ArrayLike = ..., b: ArrayLike = ...) -> None: ...

class PrescribedVelocity:
    """A velocity that is given."""
    dof: int
    """index of the velocity"""
    velocity: Callable[[float], float] | None
    """v[dof] as function of t"""
    def __init__(self, dof: int = ..., velocity: Callable[[float], float] | None = ...) -> None: ...

class PrincipalPivoting:
    """Pivoting on the active set; the fastest for large dense P-matrices."""
    tolerance: float
    """accept when both residuals are at most this"""
    max_iterations: int
    """most changes of the active set"""
    rule: Literal["block", "least_index"]
    """block: all wrong indices at once; least_index: Murty's rule"""
    def __init__(self, tolerance: float = ..., max_iterations: int = ..., rule: Literal["block", "least_index"] = ...) -> None: ...

class Problem:
    """u = W r + q with one law per block of rows. W may be a numpy array or a"""
    @property
    def W(self) -> Any: ...
    def __init__(self, W: Any, q: Any, laws: Any) -> None: ...
    @property
    def kind(self) -> Any: ...
    @property
    def laws(self) -> Any: ...
    @property
    def q(self) -> NDArray[numpy.float64]: ...
    @property
    def size(self) -> Any: ...

class ProjectedGradient:
    """Accelerated projected gradient steps; robust on stacks at 1e-8."""
    tolerance: float
    """accept when both residuals are at most this"""
    max_iterations: int
    """most steps"""
    acceleration: Literal["nesterov", "barzilai_borwein"]
    """nesterov: momentum with restarts; barzilai_borwein: spectral steps"""
    def __init__(self, tolerance: float = ..., max_iterations: int = ..., acceleration: Literal["nesterov", "barzilai_borwein"] = ...) -> None: ...

class Projection(str, enum.Enum):
    none = "none"
    direct = "direct"
    combined = "combined"

class ProximalNewton:
    """Proximal point iteration around Newton, for friction with singular W."""
    tolerance: float
    """accept when both residuals are at most this"""
    max_iterations: int
    """most outer steps"""
    first_sweeps: int
    """sweeps before the first outer step"""
    inner_sweeps: int
    """sweeps on each shifted problem before Newton takes over"""
    first_shift: float
    """alpha of the first outer step, relative to the diagonal of W"""
    def __init__(self, tolerance: float = ..., max_iterations: int = ..., first_sweeps: int = ..., inner_sweeps: int = ..., first_shift: float = ...) -> None: ...

class RigidBody:
    """A rigid body: q = (x_G, quaternion w x y z), v = (v_G inertial, Omega body)."""
    name: str
    """for messages and files; 'system 3' if empty"""
    mass: float
    """kg"""
    inertia: ArrayLike
    """about the centre of mass, body axes, kg m^2"""
    position: ArrayLike
    """of the centre of mass, m"""
    orientation: ArrayLike
    """quaternion w, x, y, z"""
    velocity: ArrayLike
    """of the centre of mass, m/s"""
    angular_velocity: ArrayLike
    """body axes, rad/s"""
    force: Force | ArrayLike | None
    """6 entries: force (inertial axes, N), torque (body axes, N m)"""
    def __init__(self, name: str = ..., mass: float = ..., inertia: ArrayLike = ..., position: ArrayLike = ..., orientation: ArrayLike = ..., velocity: ArrayLike = ..., angular_velocity: ArrayLike = ..., force: Force | ArrayLike | None = ...) -> None: ...

class RollingCone:
    """Coulomb friction with rolling resistance on r = (r_N, r_T, m)."""
    dimension: int
    """3 in the plane, 5 in space"""
    mu: float
    """friction coefficient"""
    mu_r: float
    """rolling resistance, m"""
    def __init__(self, dimension: int = ..., mu: float = ..., mu_r: float = ...) -> None: ...

class RollingImpact:
    """Newton's law of impact with friction and rolling resistance."""
    e: float
    """restitution"""
    mu: float
    """friction coefficient"""
    mu_r: float
    """rolling resistance, m"""
    dimension: int
    """3 in the plane, 5 in space"""
    def __init__(self, e: float = ..., mu: float = ..., mu_r: float = ..., dimension: int = ...) -> None: ...

class RunOptions:
    """Options of simulate(model, scheme, ...)."""
    end: float
    """time to reach, s"""
    on_failure: Literal["stop", "warn", "keep_going", "halve_step"]
    """what to do after a step that failed"""
    record_every: int
    """steps between recorded rows"""
    allow_initial_penetration: bool
    """start even if contacts are violated"""
    keep_rows: bool
    """False: only the last row stays in memory"""
    on_step: Callable[[Simulator, StepReport], bool | None] | None
    """called with (simulator, report) after every step; returning False ends the run"""
    on_progress: Callable[[float], None] | None
    """called about every tenth of a second with the share done, 0 to 1"""
    def __init__(self, end: float = ..., on_failure: Literal["stop", "warn", "keep_going", "halve_step"] = ..., record_every: int = ..., allow_initial_penetration: bool = ..., keep_rows: bool = ..., on_step: Callable[[Simulator, StepReport], bool | None] | None = ..., on_progress: Callable[[float], None] | None = ...) -> None: ...

class Scene:
    """Bodies with shapes and materials, joints, gravity. z is up."""
    def __init__(self, gravity: Any = ..., contact_law: Any = ...) -> None: ...
    def add(self, *args: Any, **kwargs: Any) -> Any: ...
    def body(self, name: Any) -> Any: ...
    @property
    def body_count(self) -> Any: ...
    @property
    def contact_law(self) -> Any: ...
    @property
    def gravity(self) -> Any: ...
    @property
    def joint_count(self) -> Any: ...
    def name(self, *args: Any, **kwargs: Any) -> Any: ...
    def set_law(self, material_a: Any, material_b: Any, law: Any) -> Any: ...

class SceneReport:
    """How one step of a scene ended."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    @property
    def contacts(self) -> Any: ...
    @property
    def deepest_gap(self) -> Any: ...
    @property
    def islands(self) -> Any: ...
    @property
    def islands_at_rest(self) -> Any: ...
    @property
    def joint_error(self) -> Any: ...
    @property
    def message(self) -> str: ...
    @property
    def ok(self) -> bool: ...
    @property
    def residual(self) -> float: ...
    @property
    def residual_invariant(self) -> float: ...
    @property
    def status(self) -> str: ...

class SceneRun:
    """A recorded run of a scene. Arrays are views that nobody can write to."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def __len__(self) -> int: ...
    def contacts(self, record: Any = ...) -> Any: ...
    @property
    def deepest_gap(self) -> Any: ...
    def energy(self, column: Any = ...) -> NDArray[numpy.float64]: ...
    @property
    def failed_steps(self) -> int: ...
    @property
    def interrupted(self) -> bool: ...
    @property
    def message(self) -> str: ...
    def pose(self, body: Any) -> NDArray[numpy.float64]: ...
    @property
    def poses(self) -> NDArray[numpy.float64]: ...
    @property
    def status(self) -> str: ...
    @property
    def steps(self) -> int: ...
    @property
    def success(self) -> bool: ...
    @property
    def t(self) -> NDArray[numpy.float64]: ...
    @property
    def time(self) -> float: ...
    @property
    def velocities(self) -> NDArray[numpy.float64]: ...
    def velocity(self, body: Any) -> NDArray[numpy.float64]: ...
    @property
    def worst_residual(self) -> Any: ...

class SceneRunOptions:
    """Options of simulate(scene, ...)."""
    end: float
    """time to reach, s"""
    record_every: int
    """steps between records"""
    stop_on_failure: bool
    """end at a step that failed"""
    on_step: Callable[[SceneSimulator, SceneReport], bool | None] | None
    """called with (simulator, report) after every step; returning False ends the run"""
    on_progress: Callable[[float], None] | None
    """called with the share done, 0 to 1"""
    def __init__(self, end: float = ..., record_every: int = ..., stop_on_failure: bool = ..., on_step: Callable[[SceneSimulator, SceneReport], bool | None] | None = ..., on_progress: Callable[[float], None] | None = ...) -> None: ...

class SceneScheme:
    """Time stepping of scenes."""
    step: float
    """time step, s"""
    penetration: float
    """projected out when deeper, relative to the smaller body; joints at 1 % of it"""
    projections: int
    """passes per step, at most"""
    rest: bool
    """islands certified to stand still are not computed again until something changes"""
    threads: int
    """of every stage; the result does not depend on it"""
    solver: Auto | Lemke | PrincipalPivoting | CaoFerris | Enumeration | Nsgs | SemismoothNewton | InteriorPoint | ProximalNewton | ProjectedGradient | FixedPoint | Admm | ConvexFixedPoint
    """of the one-step problems"""
    def __init__(self, step: float = ..., penetration: float = ..., projections: int = ..., rest: bool = ..., threads: int = ..., solver: Auto | Lemke | PrincipalPivoting | CaoFerris | Enumeration | Nsgs | SemismoothNewton | InteriorPoint | ProximalNewton | ProjectedGradient | FixedPoint | Admm | ConvexFixedPoint = ...) -> None: ...

class SceneSimulator:
    """A scene compiled for a scheme, its state."""
    def __init__(self, scene: Any, scheme: Any = ...) -> None: ...
    def add(self, body: Any) -> Any: ...
    def body(self, body: Any) -> Any: ...
    @property
    def contacts(self) -> Any: ...
    def mass(self, body: Any) -> Any: ...
    @property
    def poses(self) -> NDArray[numpy.float64]: ...
    def set_present(self, body: Any, present: Any) -> Any: ...
    def set_velocity(self, body: Any, velocity: Any, angular_velocity: Any = ...) -> Any: ...
    def step(self) -> Any: ...
    @property
    def t(self) -> float: ...
    @property
    def velocities(self) -> NDArray[numpy.float64]: ...

class SchatzmanPaoli:
    """Positions alone, over two steps; no friction."""
    step: float
    """time step, s"""
    theta: float
    """implicit share of the stiffness"""
    newton_tolerance: float
    """relative change of velocities at which a step is solved"""
    newton_iterations: int
    """at most, per step"""
    solver: Auto | Lemke | PrincipalPivoting | CaoFerris | Enumeration | Nsgs | SemismoothNewton | InteriorPoint | ProximalNewton | ProjectedGradient | FixedPoint | Admm | ConvexFixedPoint
    """of the one-step problems"""
    def __init__(self, step: float = ..., theta: float = ..., newton_tolerance: float = ..., newton_iterations: int = ..., solver: Auto | Lemke | PrincipalPivoting | CaoFerris | Enumeration | Nsgs | SemismoothNewton | InteriorPoint | ProximalNewton | ProjectedGradient | FixedPoint | Admm | ConvexFixedPoint = ...) -> None: ...

class SecondOrderCone:
    """K = { |r_T| <= mu r_N }, -(u + shift |u_T| n) in N_K(r)."""
    dimension: int
    """normal and tangential components"""
    mu: float
    """opening: |r_T| <= mu r_N"""
    shift: float
    """0 associated, mu exact Coulomb friction"""
    def __init__(self, dimension: int = ..., mu: float = ..., shift: float = ...) -> None: ...

class Segment:
    """A line in the plane z = 0 that touches on both sides."""
    a: ArrayLike
    """m"""
    b: ArrayLike
    """m"""
    def __init__(self, a: ArrayLike = ..., b: ArrayLike = ...) -> None: ...

class SemismoothNewton:
    """Newton's method on a nonsmooth equation equivalent to the laws."""
    tolerance: float
    """accept when both residuals are at most this"""
    max_iterations: int
    """most Newton steps"""
    map: Literal["natural", "fischer_burmeister", "alart_curnier", "jean_moreau"]
    """the equation whose root is sought"""
    scale: bool
    """equilibrate the problem first"""
    line_search: bool
    """off takes every full step"""
    first_sweeps: int
    """Gauss-Seidel sweeps before the first Newton step"""
    regularisation: float
    """proximal term in every step, relative to the diagonal of W; helps singular W"""
    def __init__(self, tolerance: float = ..., max_iterations: int = ..., map: Literal["natural", "fischer_burmeister", "alart_curnier", "jean_moreau"] = ..., scale: bool = ..., line_search: bool = ..., first_sweeps: int = ..., regularisation: float = ...) -> None: ...

class Simulator:
    """A model compiled for a scheme, and its state. Later changes of the model do"""
    def __init__(self, model: Any, scheme: Any, allow_initial_penetration: Any = ...) -> None: ...
    def impulse(self, interaction: Any) -> NDArray[numpy.float64]: ...
    def lambda_(self, interaction: Any) -> NDArray[numpy.float64]: ...
    def output(self, interaction: Any) -> NDArray[numpy.float64]: ...
    def q(self, system: Any) -> NDArray[numpy.float64]: ...
    def restart(self, state: Any) -> Any: ...
    def set_present(self, interaction: Any, present: Any) -> Any: ...
    @property
    def state(self) -> Any: ...
    def step(self, end: Any = ...) -> Any: ...
    @property
    def t(self) -> float: ...
    def update(self, model: Any) -> Any: ...
    def use(self, scheme: Any) -> Any: ...
    def v(self, system: Any) -> NDArray[numpy.float64]: ...
    def x(self, system: Any) -> NDArray[numpy.float64]: ...

class Solution:
    """An answer and its certificate."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    @property
    def iterations(self) -> int: ...
    @property
    def message(self) -> str: ...
    @property
    def path(self) -> Any: ...
    @property
    def r(self) -> NDArray[numpy.float64]: ...
    @property
    def residual(self) -> float: ...
    @property
    def residual_invariant(self) -> float: ...
    @property
    def status(self) -> str: ...
    @property
    def success(self) -> bool: ...
    @property
    def time(self) -> float: ...
    @property
    def u(self) -> NDArray[numpy.float64]: ...
    @property
    def v(self) -> NDArray[numpy.float64]: ...

class Sphere:
    """A ball about the origin."""
    radius: float
    """m"""
    def __init__(self, radius: float = ...) -> None: ...

class State:
    """The numbers that evolve; a checkpoint."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    @property
    def energy(self) -> Any: ...
    @property
    def lambda_(self) -> NDArray[numpy.float64]: ...
    @property
    def output(self) -> NDArray[numpy.float64]: ...
    @property
    def q(self) -> NDArray[numpy.float64]: ...
    @property
    def step(self) -> Any: ...
    @property
    def t(self) -> float: ...
    @property
    def v(self) -> NDArray[numpy.float64]: ...
    @property
    def x(self) -> NDArray[numpy.float64]: ...

class StepReport:
    """How one step ended."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    @property
    def active(self) -> Any: ...
    @property
    def deepest_gap(self) -> Any: ...
    @property
    def equation_residual(self) -> Any: ...
    @property
    def events(self) -> Any: ...
    @property
    def message(self) -> str: ...
    @property
    def newton_iterations(self) -> Any: ...
    @property
    def ok(self) -> bool: ...
    @property
    def residual(self) -> float: ...
    @property
    def residual_invariant(self) -> float: ...
    @property
    def solver_iterations(self) -> Any: ...
    @property
    def status(self) -> str: ...
    @property
    def step(self) -> Any: ...

class SweepOrder(str, enum.Enum):
    forward = "forward"
    symmetric = "symmetric"
    random = "random"
    coloured = "coloured"

class SystemId:
    """A name for something that was added."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    @property
    def index(self) -> int: ...

class Trajectory:
    """A recorded run: one row per recorded step, the first is the initial state."""
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def __len__(self) -> int: ...
    def certificate(self, column: Any = ...) -> NDArray[numpy.float64]: ...
    def columns(self) -> Any: ...
    @property
    def deepest_gap(self) -> Any: ...
    @property
    def end(self) -> Any: ...
    def energy(self, column: Any = ...) -> NDArray[numpy.float64]: ...
    @property
    def failed_steps(self) -> int: ...
    def gap(self, interaction: Any) -> NDArray[numpy.float64]: ...
    def impulse(self, interaction: Any) -> NDArray[numpy.float64]: ...
    @property
    def interrupted(self) -> bool: ...
    def lambda_(self, interaction: Any) -> NDArray[numpy.float64]: ...
    @property
    def message(self) -> str: ...
    @property
    def model(self) -> Any: ...
    def output(self, interaction: Any) -> NDArray[numpy.float64]: ...
    def plot(self, *args: Any, **kwargs: Any) -> Any: ...
    def q(self, system: Any) -> NDArray[numpy.float64]: ...
    @property
    def status(self) -> str: ...
    @property
    def steps(self) -> int: ...
    @property
    def success(self) -> bool: ...
    @property
    def t(self) -> NDArray[numpy.float64]: ...
    @property
    def time(self) -> float: ...
    def to_pandas(self, *args: Any, **kwargs: Any) -> Any: ...
    def v(self, system: Any) -> NDArray[numpy.float64]: ...
    def work(self, interaction: Any) -> NDArray[numpy.float64]: ...
    @property
    def worst_residual(self) -> Any: ...
    def write(self, path: Any) -> Any: ...
    def x(self, system: Any) -> NDArray[numpy.float64]: ...

class TriangleMesh:
    """A closed solid or an open sheet of triangles, m."""
    def __init__(self, vertices: Any, triangles: Any) -> None: ...
    @property
    def closed(self) -> Any: ...

class ZeroOrderHold:
    """Exact steps of linear first-order systems with the input held."""
    step: float
    """time step, s"""
    sample: float
    """where in the step b(t) is taken: 0 begin, 1/2 middle, 1 end"""
    solver: Auto | Lemke | PrincipalPivoting | CaoFerris | Enumeration | Nsgs | SemismoothNewton | InteriorPoint | ProximalNewton | ProjectedGradient | FixedPoint | Admm | ConvexFixedPoint
    """of the one-step problems"""
    def __init__(self, step: float = ..., sample: float = ..., solver: Auto | Lemke | PrincipalPivoting | CaoFerris | Enumeration | Nsgs | SemismoothNewton | InteriorPoint | ProximalNewton | ProjectedGradient | FixedPoint | Admm | ConvexFixedPoint = ...) -> None: ...

def avi(*args: Any, **kwargs: Any) -> Problem: ...

def check_jacobians(*args: Any, **kwargs: Any) -> Any: ...

def check_law(*args: Any, **kwargs: Any) -> Any: ...

def constant(*args: Any, **kwargs: Any) -> Force: ...

def coulomb(*args: Any, **kwargs: Any) -> SecondOrderCone: ...

curves: Any

def enumerate(*args: Any, **kwargs: Any) -> Any: ...

def hht(*args: Any, **kwargs: Any) -> GeneralizedAlpha: ...

io: Any

def law(*, dimension): ...

def lcp(*args: Any, **kwargs: Any) -> Problem: ...

def mass_properties(*args: Any, **kwargs: Any) -> Any: ...

def mlcp(*args: Any, **kwargs: Any) -> Problem: ...

def natural_residual(*args: Any, **kwargs: Any) -> Any: ...

def newmark(*args: Any, **kwargs: Any) -> GeneralizedAlpha: ...

def of_state(*args: Any, **kwargs: Any) -> Force: ...

def of_time(*args: Any, **kwargs: Any) -> Force: ...

def reduce(*args: Any, **kwargs: Any) -> Problem: ...

def relay(*args: Any, **kwargs: Any) -> Problem: ...

def rollout(make, variations, scheme=None, *, threads=1, seed=None, **options): ...

def simulate(model, scheme=None, *, progress=False, **options): ...

def solve(*args: Any, **kwargs: Any) -> Solution: ...

def solvers_for(*args: Any, **kwargs: Any) -> Any: ...
